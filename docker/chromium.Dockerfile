# The portolan image with a browser: Debian's Chromium without a window, for
# sites that scripts make (README, "Sites made of JavaScript").
#
#   docker build -f docker/chromium.Dockerfile -t portolan:chromium .
#
# A browser wants memory: give the container 2 GB, --memory=2g. Its sandbox needs
# user namespaces, which Docker's default seccomp profile forbids: run with
# --security-opt seccomp=unconfined, or do without the sandbox inside of the
# container's own walls, with --browser-no-sandbox.

ARG GO_VERSION=1.26.8

FROM --platform=$BUILDPLATFORM golang:${GO_VERSION}-alpine AS build
WORKDIR /src
COPY . .
ARG TARGETOS TARGETARCH
ARG VERSION=dev
RUN --mount=type=cache,target=/go/pkg/mod \
    --mount=type=cache,target=/root/.cache/go-build \
    CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
    go build -trimpath -buildvcs=false -tags timetzdata \
        -ldflags "-s -w -X main.version=$VERSION" \
        -o /portolan ./cmd/portolan

FROM debian:trixie-slim
ARG VERSION=dev
LABEL org.opencontainers.image.title="portolan" \
      org.opencontainers.image.description="Crawls a web site and writes its sitemap; with a browser" \
      org.opencontainers.image.source="https://github.com/portolan-seo/portolan" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="$VERSION"
RUN apt-get update && \
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ca-certificates chromium-headless-shell && \
    rm -rf /var/lib/apt/lists/* && \
    mkdir -m 1777 /data
COPY --from=build /portolan /usr/bin/portolan
# Chromium refuses to be root. Profiles are in /tmp, and removed.
USER 65532:65532
WORKDIR /data
ENTRYPOINT ["/usr/bin/portolan"]
CMD ["--help"]

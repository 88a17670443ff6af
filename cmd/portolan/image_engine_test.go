//go:build linux

package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// imageEngine is podman with a store of its own, which needs neither a daemon
// nor what is special about a machine: it works inside a container, too.
type imageEngine struct {
	t         *testing.T
	program   string
	global    []string
	authority []byte // a certificate that the builder's base trusts besides the machine's, PEM
}

const imageName = "localhost/portolan-test"

// newImageEngine finds the engine, where all tests are asked for.
func newImageEngine(t *testing.T, authority []byte) *imageEngine {
	t.Helper()
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("images are built and run where PORTOLAN_TEST_ALL is set")
	}
	program, err := findImageTools()
	if err != nil {
		t.Fatal(err)
	}
	store := t.TempDir()
	return &imageEngine{t, program, []string{
		"--root=" + filepath.Join(store, "root"), "--runroot=" + filepath.Join(store, "run"),
		"--storage-driver=vfs", "--cgroup-manager=cgroupfs", "--runtime=runc",
	}, authority}
}

func findImageTools() (string, error) {
	if os.Geteuid() != 0 {
		return "", errors.New("the image test runs podman as root")
	}
	for _, tool := range []string{"podman", "runc", "busybox"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "", fmt.Errorf("the image test needs %s (Debian: podman runc busybox-static): %w", tool, err)
		}
	}
	return exec.LookPath("podman")
}

func (e *imageEngine) command(args ...string) *exec.Cmd {
	return exec.Command(e.program, slices.Concat(e.global, args)...)
}

// do runs the engine and gives its standard output.
func (e *imageEngine) do(args ...string) string {
	e.t.Helper()
	var out, errOut bytes.Buffer
	cmd := e.command(args...)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil {
		e.t.Fatalf("podman %s: %v\n%s%s", strings.Join(args, " "), err, out.Bytes(), errOut.Bytes())
	}
	return strings.TrimSpace(out.String())
}

// ran is what a container left.
type ran struct {
	code     int
	out, err string
}

// run runs the image to its end.
func (e *imageEngine) run(options []string, args ...string) ran {
	e.t.Helper()
	var out, errOut bytes.Buffer
	cmd := e.container(options, args...)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		e.t.Fatalf("run podman: %v", err)
	}
	return ran{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}
}

// container gives the command that runs the image, on the host's network. The
// limits are those that any user may set.
func (e *imageEngine) container(options []string, args ...string) *exec.Cmd {
	all := []string{"run", "--rm", "--network=host", "--ulimit=nofile=1024:1024", "--ulimit=nproc=1000:1000"}
	return e.command(slices.Concat(all, options, []string{imageName}, args)...)
}

// folder makes a folder into which any user can write.
func (e *imageEngine) folder() string {
	e.t.Helper()
	dir := e.t.TempDir()
	if err := os.Chmod(dir, 0o777); err != nil {
		e.t.Fatal(err)
	}
	return dir
}

// build makes the image from the Dockerfile as it stands, under the version
// given.
func (e *imageEngine) build(version string) {
	e.t.Helper()
	modules, cache := goEnv(e.t, "GOMODCACHE"), goEnv(e.t, "GOCACHE")
	e.importBuilder(modules, cache)
	e.do("build", "--isolation=chroot", "--pull=never", "--layers=false",
		"--volume="+modules+":"+modules, "--volume="+cache+":"+cache,
		"--build-arg=VERSION="+version, "--tag="+imageName,
		"--file="+filepath.Join("..", "..", "docker", "Dockerfile"), filepath.Join("..", ".."))
}

// importBuilder makes an image of the name of the Dockerfile's first base, of
// what this machine has: its Go, its CA certificates and a static busybox. So
// the test needs no registry. The image points Go to the machine's caches, so
// that it needs no network either, and is quick.
func (e *imageEngine) importBuilder(modules, cache string) {
	e.t.Helper()
	cmd := e.command("import",
		"--change=ENV PATH=/usr/local/go/bin:/bin", "--change=ENV GOTOOLCHAIN=local", "--change=ENV GOPROXY=off",
		"--change=ENV GOMODCACHE="+modules, "--change=ENV GOCACHE="+cache,
		"-", builderBase(e.t))
	in, err := cmd.StdinPipe()
	if err != nil {
		e.t.Fatal(err)
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		e.t.Fatal(err)
	}
	writeErr := errors.Join(writeBuilder(in, goEnv(e.t, "GOROOT"), e.authority), in.Close())
	if err := cmd.Wait(); err != nil || writeErr != nil {
		e.t.Fatalf("import the builder's base image: %v, %v\n%s", err, writeErr, out.Bytes())
	}
}

// builderBase reads the name of the first base image from the Dockerfile.
func builderBase(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docker", "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	goVersion := regexp.MustCompile(`(?m)^ARG GO_VERSION=([0-9.]+)$`).FindSubmatch(text)
	from := regexp.MustCompile(`(?m)^FROM --platform=\$BUILDPLATFORM (\S+) AS build$`).FindSubmatch(text)
	if goVersion == nil || from == nil {
		t.Fatal("the Dockerfile has no ARG GO_VERSION=N.N.N, or no FROM of the platform of the machine")
	}
	return strings.ReplaceAll(string(from[1]), "${GO_VERSION}", string(goVersion[1]))
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatalf("go env %s: %v", name, err)
	}
	return strings.TrimSpace(string(out))
}

// writeBuilder writes the file system of the builder's base image.
func writeBuilder(w io.Writer, goRoot string, authority []byte) error {
	busybox, err := exec.LookPath("busybox")
	if err != nil {
		return err
	}
	const bundle = "etc/ssl/certs/ca-certificates.crt"
	trusted, err := os.ReadFile("/" + bundle)
	if err != nil {
		return err
	}
	trusted = append(trusted, authority...)
	archive := tar.NewWriter(w)
	headers := []tar.Header{
		{Typeflag: tar.TypeDir, Name: "tmp/", Mode: 0o1777},
		{Typeflag: tar.TypeSymlink, Name: "bin/sh", Linkname: "busybox"},
		{Typeflag: tar.TypeSymlink, Name: "bin/cp", Linkname: "busybox"},
		{Typeflag: tar.TypeSymlink, Name: "bin/mkdir", Linkname: "busybox"},
		{Name: bundle, Size: int64(len(trusted)), Mode: 0o644},
	}
	for _, h := range headers {
		if err := archive.WriteHeader(&h); err != nil {
			return err
		}
	}
	if _, err := archive.Write(trusted); err != nil {
		return err
	}
	if err := addFile(archive, "bin/busybox", busybox); err != nil {
		return err
	}
	for _, part := range []string{"bin", "pkg/include", "pkg/tool", "src", "VERSION", "go.env"} {
		if err := addTree(archive, goRoot, part); err != nil {
			return err
		}
	}
	return archive.Close()
}

// addTree adds a part of the Go installation, without what a build leaves
// unread.
func addTree(archive *tar.Writer, goRoot, part string) error {
	return filepath.WalkDir(filepath.Join(goRoot, part), func(name string, d fs.DirEntry, err error) error {
		within, _ := filepath.Rel(goRoot, name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || within == "src/cmd"):
			return fs.SkipDir
		case d.IsDir() || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		return addFile(archive, "usr/local/go/"+filepath.ToSlash(within), name)
	})
}

func addFile(archive *tar.Writer, as, name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if err := archive.WriteHeader(&tar.Header{
		Name: as, Size: int64(len(data)), Mode: int64(info.Mode().Perm()), ModTime: info.ModTime(),
	}); err != nil {
		return err
	}
	_, err = archive.Write(data)
	return err
}

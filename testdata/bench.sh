#!/usr/bin/env bash
# Prints what portolan costs: one table of CPU time (user and system) for whole
# runs of the program on a made-up site, with verdicts, findings, sitemap and
# report, against the least that any Go program has to do for the pages of that
# site (net/http and gunzip, over as many connections), and against others.
# Medians of some runs; ratios mean something, seconds those of this machine.
#
#   testdata/bench.sh [PAGES [RUNS]]     by default 5000 pages, 3 runs
#
# wget, muffet and katana take part where they are installed.
set -euo pipefail
cd "$(dirname "$0")/.."
pages=${1:-5000} runs=${2:-3}
tmp=$(mktemp -d)
server=
trap 'exec 9>&-; [ -z "$server" ] || wait "$server"; rm -rf "$tmp"' EXIT

go build -o "$tmp/portolan" ./cmd/portolan
go test -c -o "$tmp/bench" ./crawler
mkfifo "$tmp/stdin"
PORTOLAN_BENCH_SERVE=$pages "$tmp/bench" <"$tmp/stdin" >"$tmp/url" &
server=$!
exec 9>"$tmp/stdin"
until [ -s "$tmp/url" ]; do sleep 0.1; done
url=$(head -n 1 "$tmp/url")

median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }

# floor BENCHMARK [CONNECTIONS [TIMES]] prints the CPU ms that a thousand pages
# take, and peers alike.
floor() {
	PORTOLAN_BENCH_PAGES=$pages PORTOLAN_BENCH_CONNECTIONS=${2:-5} "$tmp/bench" -test.run '^$' -test.bench "$1" -test.benchtime "${3:-3}x" |
		awk '/cpu-ms/ { for (i = 2; i <= NF; i++) if ($i == "cpu-ms/1000pages") print $(i - 1) }' | tail -n 1
}

# run COMMAND... prints its CPU seconds and MiB resident; its output is in $tmp/out.
run() {
	local TIMEFORMAT='%U %S'
	if [ -x /usr/bin/time ]; then
		/usr/bin/time -o "$tmp/time" -f '%U %S %M' "$@" >"$tmp/out" 2>/dev/null || true
	else
		{ time "$@" >"$tmp/out" 2>/dev/null || true; } 2>"$tmp/time"
	fi
	awk 'END { printf "%.3f %s\n", $1 + $2, $3 ? int($3 / 1024) : "-" }' "$tmp/time"
}

# row NAME FLOOR ANSWERS: what $tmp/cpu and $tmp/mib hold of all runs.
row() {
	awk -v name="$1" -v floor="$2" -v answers="$3" -v pages="$pages" -v cpu="$(median <"$tmp/cpu")" -v mib="$(median <"$tmp/mib")" 'BEGIN {
		each = answers ? sprintf("%.2f", cpu * 1e6 / answers / floor) : "-"
		printf "%-40s %8.2f %10.2f %12s %6s\n", name, cpu, cpu * 1e6 / pages / floor, each, mib }'
}

measure() { # NAME FLOOR COMMAND...
	local name=$1 floor=$2
	shift 2
	: >"$tmp/cpu" >"$tmp/mib"
	for _ in $(seq "$runs"); do
		before
		read -r cpu mib < <(run "$@")
		echo "$cpu" >>"$tmp/cpu"
		echo "$mib" >>"$tmp/mib"
	done
	row "$name" "$floor" "$(tail -n 1 "$tmp/out" | grep -o '"fetched":[0-9]*' | head -n 1 | cut -d: -f2)"
}

crawl() { echo "$tmp/portolan" crawl "$url/" -o "$tmp/site" --rate 0 --json --concurrency "$1"; }
fresh() { rm -rf "$tmp/site"; }
before() { fresh; }

floor=$(floor '^BenchmarkCrawl$/net-http')
floor32=$(floor '^BenchmarkCrawl$/net-http' 32)
unchanged=$(floor '^BenchmarkRecrawl$/net-http')
printf '%-40s %8s %10s %12s %6s\n' "$pages pages" 'CPU s' '× floor' 'per answer ×' 'MiB'
for least in "32 $floor32" "5 $floor"; do
	printf '%-40s %8.2f %10s\n' "net/http and gunzip, ${least% *} connections" "$(awk "BEGIN { print ${least#* } * $pages / 1e6 }")" 1
done
# shellcheck disable=SC2046
{
	measure 'portolan, 32 connections' "$floor32" $(crawl 32)
	measure 'portolan, 5 connections' "$floor" $(crawl 5)
	before() { :; }
	measure 'portolan again, against 304s by net/http' "$unchanged" $(crawl 5)
}
colly=$(floor '^BenchmarkCrawl$/colly' 5 1)
awk -v c="$colly" -v f="$floor" 'BEGIN { printf "%-40s %8s %10s %12.2f\n", "colly as documented", "", "", c / f }'
! command -v wget >/dev/null || measure 'wget --spider -r' "$floor" wget -q --spider -r -l inf -e robots=on -P "$tmp/wget" "$url/"
! command -v muffet >/dev/null || measure 'muffet' "$floor" muffet -b 10000 "$url/"
! command -v katana >/dev/null || measure 'katana' "$floor" katana -silent -d 100 -rl 100000 -u "$url/"

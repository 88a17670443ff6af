package workload

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"testing"
	"time"
)

// Step is one step of a benchmark. It goes through what the steps before it
// have left in dir, and gives how many URLs, pages or links it went through,
// with figures of its own by their unit.
type Step struct {
	Name string
	Run  func(dir string) (counted int, figures map[string]float64, err error)
}

// Names of the environment: the folder in which steps leave their files (a
// temporary one if it is not set), and for a step in a process of its own the
// file to which it writes its figures.
const (
	folderEnv = "PORTOLAN_BENCH_FOLDER"
	childEnv  = "PORTOLAN_BENCH_STEP"
)

// Bench runs the steps in their order as benchmarks of b, once each and each in
// a process of its own: only so has it a peak of memory of its own, and what it
// leaves is what a killed process leaves. Use -benchtime 1x.
func Bench(b *testing.B, steps []Step) {
	dir := os.Getenv(folderEnv)
	if dir == "" {
		dir = b.TempDir()
	}
	for _, s := range steps {
		var figures map[string]float64 // of the one run
		b.Run(s.Name, func(b *testing.B) {
			if report := os.Getenv(childEnv); report != "" {
				if figures == nil {
					figures = s.measure(b, dir, report)
				}
				return
			}
			if figures == nil {
				figures = inChild(b, dir)
			}
			for unit, value := range figures {
				b.ReportMetric(value, unit)
			}
			b.ReportMetric(0, "ns/op")
		})
		if b.Failed() {
			return
		}
	}
}

// measure runs the step here and writes its figures to a file.
func (s *Step) measure(b *testing.B, dir, report string) map[string]float64 {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(30) // as portolan has it
	}
	cpu, began := CPUTime(), time.Now()
	counted, figures, err := s.Run(dir)
	if err != nil {
		b.Fatal(err)
	}
	all := map[string]float64{"cpu-s": (CPUTime() - cpu).Seconds(), "wall-s": time.Since(began).Seconds(), "counted": float64(counted)}
	if peak := PeakRSS(); peak > 0 {
		all["peak-MB"] = float64(peak) / 1e6
	}
	for unit, value := range figures {
		all[unit] = value
	}
	text, err := json.Marshal(all)
	if err == nil {
		err = os.WriteFile(report, text, 0o666)
	}
	if err != nil {
		b.Fatal(err)
	}
	return all
}

// inChild runs the benchmark b in a process of its own.
func inChild(b *testing.B, dir string) (figures map[string]float64) {
	report := filepath.Join(b.TempDir(), "figures.json")
	cmd := exec.CommandContext(b.Context(), os.Args[0], "-test.run=^$", "-test.benchtime=1x", "-test.bench=^"+pattern(b.Name())+"$")
	cmd.Env = append(os.Environ(), folderEnv+"="+dir, childEnv+"="+report)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(report)
	if err == nil {
		err = json.Unmarshal(text, &figures)
	}
	if err != nil {
		b.Fatal(err)
	}
	return figures
}

// pattern is the -test.bench that runs the benchmark of a name alone.
func pattern(name string) string {
	dir, base := filepath.Split(name)
	return dir[:max(0, len(dir)-1)] + "$/^" + base
}

// Number gives a size from the environment, otherwise if it is not set.
func Number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

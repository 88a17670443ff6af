package container

import (
	"testing"
	"testing/fstest"
)

func TestMemory(t *testing.T) {
	type files map[string]string
	tests := []struct {
		name  string
		files files
		want  int64
	}{
		{"no cgroups", files{}, 0},
		{"v2, in a container of its own namespace", files{
			"proc/self/cgroup":         "0::/\n",
			"sys/fs/cgroup/memory.max": "268435456\n",
		}, 256 << 20},
		{"v2, no limit", files{
			"proc/self/cgroup":         "0::/\n",
			"sys/fs/cgroup/memory.max": "max\n",
		}, 0},
		{"v2, a systemd unit on a host: the root has no file", files{
			"proc/self/cgroup": "0::/system.slice/portolan.service\n",
			"sys/fs/cgroup/system.slice/portolan.service/memory.max": "134217728\n",
			"sys/fs/cgroup/system.slice/memory.max":                  "max\n",
		}, 128 << 20},
		{"v2, the group above is tighter", files{
			"proc/self/cgroup":                       "0::/pod/container\n",
			"sys/fs/cgroup/pod/container/memory.max": "max\n",
			"sys/fs/cgroup/pod/memory.max":           "67108864\n",
		}, 64 << 20},
		{"v2, a path outside of the namespace", files{
			"proc/self/cgroup":         "0::/../../other\n",
			"sys/fs/cgroup/memory.max": "67108864\n",
		}, 64 << 20},
		{"v1, the host's path in a container", files{
			"proc/self/cgroup":                           "11:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "104857600\n",
		}, 100 << 20},
		{"v1, the process's own group", files{
			"proc/self/cgroup": "4:memory:/docker/abc\n",
			"sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes": "104857600\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":            "9223372036854771712\n",
		}, 100 << 20},
		{"v1, no limit, 4 kB pages", files{
			"proc/self/cgroup":                           "4:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, 0},
		{"v1, no limit, 64 kB pages", files{
			"proc/self/cgroup":                           "4:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854710272\n",
		}, 0},
		{"v1, controllers that share a hierarchy", files{
			"proc/self/cgroup":                           "4:hugetlb,memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "52428800\n",
		}, 50 << 20},
		{"a colon in the group's name", files{
			"proc/self/cgroup":             "0::/a:b\n",
			"sys/fs/cgroup/a:b/memory.max": "52428800\n",
		}, 50 << 20},
		{"damaged", files{
			"proc/self/cgroup":         "nonsense\n0::/\n",
			"sys/fs/cgroup/memory.max": "-5\n",
		}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := fstest.MapFS{}
			for name, text := range test.files {
				root[name] = &fstest.MapFile{Data: []byte(text)}
			}
			if got := Memory(root); got != test.want {
				t.Errorf("limit %d, want %d", got, test.want)
			}
		})
	}
}

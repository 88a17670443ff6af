//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

func cmdTerminal(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("terminal: on Linux only; put \"need linux\" before it")
}

package docs_test

import (
	"os"
	"strings"
	"testing"
)

// TestLibrary checks that the Go code in library.md is part of the example that the tests run.
func TestLibrary(t *testing.T) {
	read := func(name string) string {
		t.Helper()
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	example, blocks := read("../example_test.go"), 0
	for i, part := range strings.Split(read("library.md"), "```go\n")[1:] {
		code, _, ok := strings.Cut(part, "```")
		if blocks++; !ok || !strings.Contains(example, code) {
			t.Errorf("block %d is not in example_test.go:\n%s", i+1, code)
		}
	}
	if blocks < 5 {
		t.Errorf("library.md has %d blocks of Go", blocks)
	}
}

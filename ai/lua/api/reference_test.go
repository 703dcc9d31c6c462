package api

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai/lua/stdlib"
)

// TestManualIsComplete checks that the manual describes exactly the functions that exist.
func TestManualIsComplete(t *testing.T) {
	listed := map[string]bool{}
	for _, e := range Reference() {
		listed[e.Name] = e.Group != "Everywhere"
	}
	maps.DeleteFunc(listed, func(_ string, own bool) bool { return !own })
	there := map[string]bool{}
	for _, methods := range append(slices.Collect(maps.Values(methodsOf)), positionMethods) {
		for name := range methods {
			there["pos:"+name] = true
		}
	}
	for prefix, list := range map[string][]function{"game:": gameFunctions, "search.": searchFunctions, "known:": memoFunctions} {
		for _, f := range list {
			there[prefix+f.name] = true
		}
	}
	for _, f := range treeFunctions {
		there["tree:"+f.name] = true
	}
	for _, f := range nodeFunctions {
		there["node:"+f.name] = true
	}
	there["engine"] = true
	if !maps.Equal(listed, there) {
		t.Errorf("the manual has %v\nthere are    %v", slices.Sorted(maps.Keys(listed)), slices.Sorted(maps.Keys(there)))
	}
	if memory := fmt.Sprintf("\n- %d MB of memory,\n", stdlib.MaxMemory>>20); !strings.Contains(Manual(), memory) {
		t.Errorf("the manual does not say %q", memory)
	}
}

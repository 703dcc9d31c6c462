package ctl

import (
	"reflect"
	"testing"
)

func TestNear(t *testing.T) {
	known := []string{"gomoku", "gomoku-standard", "renju", "othello", "othello6", "connect4"}
	for _, x := range []struct {
		name string
		want []string
	}{
		{"gomku", []string{"gomoku"}},
		{"omgoku", []string{"gomoku"}},
		{"GOMOKU", []string{"gomoku"}},
		{"goumoku", []string{"gomoku"}},
		{"gom", []string{"gomoku", "gomoku-standard"}},
		{"othelo", []string{"othello"}},
		{"connect", []string{"connect4"}},
		{"chess", nil},
		{"", nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := similarNames(x.name, known); !reflect.DeepEqual(got, x.want) && len(got)+len(x.want) > 0 {
				t.Errorf("alike(%q) = %v, want %v", x.name, got, x.want)
			}
		})
	}
}

package awale_test

import (
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/rulestest"
)

// variants are the presets and parameters off the beaten track.
var variants = []struct {
	preset string
	over   rules.Params
}{
	{"awale", nil},
	{"awale-abapa", nil},
	{"awale", rules.Params{"pits": "2", "seeds": "1"}},
	{"awale", rules.Params{"pits": "2", "seeds": "12"}},
	{"awale", rules.Params{"pits": "3", "seeds": "2", "quietLimit": "25"}},
	{"awale", rules.Params{"pits": "12", "seeds": "12"}},
	{"awale", rules.Params{"mustFeed": "on", "pits": "3"}},
	{"awale", rules.Params{"repetition": "split", "pits": "3", "quietLimit": "0"}},
	{"awale-abapa", rules.Params{"pits": "2", "seeds": "3"}},
	{"awale-abapa", rules.Params{"pits": "4", "quietLimit": "30"}},
	{"awale-abapa", rules.Params{"grandSlam": "allowed", "pits": "3"}},
	{"awale-abapa", rules.Params{"grandSlam": "leaveLast", "pits": "3"}},
	{"awale-abapa", rules.Params{"grandSlam": "opponentKeeps", "pits": "3", "mustFeed": "off"}},
	{"awale-abapa", rules.Params{"grandSlam": "opponentKeeps", "pits": "2", "seeds": "2"}},
	{"awale-abapa", rules.Params{"grandSlam": "forbidden", "pits": "2", "seeds": "3"}},
}

func TestLaws(t *testing.T) {
	rulestest.Game(t, &awale.Game)
	for _, v := range variants {
		t.Run(v.preset, func(t *testing.T) { rulestest.Run(t, &awale.Game, v.preset, v.over) })
	}
}

func BenchmarkAwale(b *testing.B) { rulestest.Bench(b, &awale.Game, "awale", nil) }
func BenchmarkAbapa(b *testing.B) { rulestest.Bench(b, &awale.Game, "awale-abapa", nil) }

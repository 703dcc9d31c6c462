package charset_test

import (
	"strings"
	"testing"

	"boardstudio/io/charset"
)

// samples are texts as found in game records, mostly short. They were made for this project.
var samples = map[string][]string{
	"GBK": {
		"好棋", "一二三", "好棋，直指", "黑方胜", "白棋活三，必须防守", "张三", "五子棋", "李伟", "王小明", "全国五子棋锦标赛", "这步棋不好",
		"黑棋这里应该先冲四，然后再做活三。", "花月", "浦月必胜", "妙手",
	},
	"Big5": {"黑方勝", "白棋活三，必須防守", "五子棋", "這步棋不好", "王小明對陳大文", "全國五子棋錦標賽", "我們來看看這個局面", "為什麼不走這裡？"},
	"Shift_JIS": {
		"好手、直指", "良い手", "黒の勝ち", "この手は悪い。", "イロハ", "ここで白が勝ちます", "第三回全日本連珠大会", "ソゾ表", "田中さん", "これは四三の形", "オセロ",
	},
	"EUC-JP": {"良い手です", "黒の勝ち", "この手は悪い。", "ここで白が勝ちます"},
	"EUC-KR": {"좋은 수", "오목", "흑 승리", "이 수는 나쁘다", "김철수", "백이 이겼다", "여기서 흑은 막아야 한다"},
	"windows-1251": {
		"Хороший ход", "Петр", "Белые выиграли", "Иванов", "плохой ход", "Чемпионат России", "А. Носовский", "Здесь чёрные могли выиграть", "Турнир", "Москва", "хороший ход",
	},
	"KOI8-R":       {"Хороший ход", "Белые выиграли", "Чемпионат России", "плохой ход"},
	charset.Latin1: {"François", "Müller", "coup forcé, bien joué", "Größe", "Señor", "Sørensen", "très bon coup", "Zoë", "Café", "Hervé", "Köln, Ödön", "à côté", "Björn Åström", "Ado Möbius"},
	"windows-1250": {"Dvořák", "špatný tah", "dobrý tah, černý vyhrál", "Świątek", "Łódź"},
}

// TestDetect checks that the charsets of nearly all short texts, and of all longer texts, are
// detected.
func TestDetect(t *testing.T) {
	right, all := 0, 0
	for name, texts := range samples {
		t.Run(name, func(t *testing.T) {
			enc, ok := charset.Of(name)
			if !ok {
				t.Fatalf("%s is unknown", name)
			}
			for _, text := range texts {
				data, err := enc.NewEncoder().Bytes([]byte(text))
				if err != nil {
					t.Fatalf("%s is not in %s: %v", text, name, err)
				}
				all++
				got := charset.Guesses(data)
				if len(got) > 0 && got[0].Name == name {
					right++
				} else {
					t.Logf("%s in %s is taken for %v", text, name, got[:min(3, len(got))])
				}
				if len([]rune(text)) > 12 && (len(got) == 0 || got[0].Name != name) {
					t.Errorf("%s in %s is not recognised", text, name)
				}
				back, wrong := charset.Decode(data, name)
				if string(back) != text || wrong > 0 {
					t.Errorf("%s comes back from %s as %s, %d wrong", text, name, back, wrong)
				}
			}
			whole, _ := enc.NewEncoder().Bytes([]byte(strings.Join(texts, "\n")))
			if got := charset.Detect(whole); got != name {
				t.Errorf("all texts in %s are taken for %s", name, got)
			}
		})
	}
	t.Logf("%d of %d", right, all)
	if right*100 < 95*all {
		t.Errorf("%d of %d texts are recognised, want 95 %%", right, all)
	}
}

func TestCanonical(t *testing.T) {
	for label, want := range map[string]string{
		"CP936": "GBK", "gb2312": "GBK", "GB_2312-80": "GBK", "ms936": "GBK", "x-gbk": "GBK", "GB18030": "gb18030", "big5": "Big5", "cp950": "Big5", "Big5-HKSCS": "Big5",
		"sjis": "Shift_JIS", "Shift-JIS": "Shift_JIS", "CP932": "Shift_JIS", "windows-31j": "Shift_JIS", "MS_Kanji": "Shift_JIS", "eucJP": "EUC-JP", "EUC_KR": "EUC-KR",
		"cp949": "EUC-KR", "ks_c_5601-1987": "EUC-KR", "UHC": "EUC-KR", "cp1251": "windows-1251", "WIN1251": "windows-1251", "Windows-1251": "windows-1251", "koi8-r": "KOI8-R",
		"ISO-8859-1": charset.Latin1, " latin1 ": charset.Latin1, "CP1252": charset.Latin1, "utf8": "utf-8", "UTF-8": "utf-8", "iso-8859-2": "iso-8859-2", "cp1257": "windows-1257",
		"cp866": "ibm866", "martian": "", "": "", "cp": "", "iso-2022-kr": "",
	} {
		if got, ok := charset.Canonical(label); got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v, want %q", label, got, ok, want)
		}
	}
	for _, c := range charset.List {
		if got, ok := charset.Canonical(c.Name); got != c.Name || !ok {
			t.Errorf("%s is %s", c.Name, got)
		}
		if _, ok := charset.Of(c.Name); !ok {
			t.Errorf("%s has no encoding", c.Name)
		}
	}
}

// FuzzDetect checks that a guessed charset can decode its text.
func FuzzDetect(f *testing.F) {
	for name, texts := range samples {
		enc, _ := charset.Of(name)
		for _, text := range texts {
			data, _ := enc.NewEncoder().Bytes([]byte(text))
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, g := range charset.Guesses(data) {
			if name, ok := charset.Canonical(g.Name); name != g.Name || !ok {
				t.Errorf("%q is guessed", g.Name)
			}
		}
		if _, ok := charset.Of(charset.Detect(data)); !ok {
			t.Error("no charset is guessed")
		}
	})
}

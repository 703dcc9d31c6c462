package charset

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
)

// mostSample is the maximum number of bytes examined.
const mostSample = 16 << 10

// A Guess is a possible charset of a text.
type Guess struct {
	Name  string
	Score float64 // higher is more likely
}

// Detect returns the most likely charset of a text that is not UTF-8.
func Detect(data []byte) string {
	if g := Guesses(data); len(g) > 0 {
		return g[0].Name
	}
	return Latin1
}

// weight is the weight of the detector's confidence. The fit of the decoded characters to the language has weight 1.
// For texts of a few characters, as in game records, the detector alone is often wrong: see the table in the test.
const weight = 0.5

// Guesses returns the possible charsets of a text, the most likely first. It returns nil for ASCII.
func Guesses(data []byte) []Guess {
	text := sample(data)
	if len(text) == 0 {
		return nil
	}
	confidence := map[string]float64{}
	for _, r := range chardet.DetectAll(text) {
		if name, ok := Canonical(r.Encoding); ok {
			confidence[name] = max(confidence[name], r.Confidence)
		}
	}
	var list []Guess
	for _, c := range List {
		score, ok := fit(c, text)
		if !ok {
			continue
		}
		if c.Name != Latin1 { // the detector suggests it for any unknown text
			score += weight * confidence[c.Name]
		}
		list = append(list, Guess{c.Name, score})
	}
	slices.SortStableFunc(list, func(a, b Guess) int { return cmp.Compare(b.Score, a.Score) })
	return list
}

// sample returns the lines of data that contain non-ASCII bytes, up to about mostSample bytes.
func sample(data []byte) []byte {
	var text []byte
	for line := range bytes.Lines(data) {
		if Plain(line) {
			continue
		}
		if len(line) > mostSample {
			from := slices.IndexFunc(line, func(b byte) bool { return b >= utf8.RuneSelf })
			line = line[from:min(len(line), from+mostSample)]
		}
		if text = append(text, line...); len(text) >= mostSample {
			break
		}
	}
	return text
}

// The most frequent characters of each language, and characters of game terms.
const (
	simplified  = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运棋黑胜负禁局赢输妙防守攻冲挡跳杀劣臭败优势变唯负谱李刘陈杨赵周吴徐孙朱胡郭林何罗宋郑谢韩唐冯董萧曹袁邓傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田姜范石姚谭廖"
	traditional = "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因只從想實日者意無力它與長把機十第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體相見被利什二等產或新己身果加西月話合回特代內信表化老給世位次度門任常先海通教原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直資命山金指統區保至形空決展馬科五基眼書非則聽白卻界達光放強即像難權思王象完設式色路記南品住類求據程北邊死張該交規萬取望覺術領共確師觀清今切讓識候帶導爭運棋黑勝負禁局贏輸妙防守攻衝擋跳殺敗優勢李劉陳楊趙周吳徐孫朱胡郭林羅宋鄭謝"
	japanese    = "の一日人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住無真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買悪図週室歩風紙黒花春赤青館屋色走秋夏習駅洋旅服夕借曜飲肉貸堂鳥飯勉冬昼茶弟牛魚兄犬妹姉漢局勝負珠連打石禁点良形好妙直指次必定善最初面追詰四三剣防攻変化佐藤鈴木高橋渡辺伊藤村小林加藤吉"
	korean      = "이다는의에을가하고지도로기한리사자아어나들를은있인그대해수서시정보라전주일으게부면스장과만원구여와제성상비진조오유선공무신미우동마거물당없었것연소적등모양문관때내말되중세생각못할용요안관습좋흑백승패돌첫방어격판두번째금둔악실착김박최강윤임황송류홍승"
)

var common = map[string]map[rune]bool{"GBK": runes(simplified), "Big5": runes(traditional), "Shift_JIS": runes(japanese), "EUC-JP": runes(japanese), "EUC-KR": runes(korean)}

func runes(s string) map[rune]bool {
	m := map[rune]bool{}
	for _, r := range s {
		m[r] = true
	}
	return m
}

// fit returns how well a text fits the language of a charset, divided by its number of non-ASCII bytes. ok is false if
// the text is invalid in the charset. A single truncated character is allowed.
func fit(c Charset, data []byte) (score float64, ok bool) {
	enc, _ := Of(c.Name)
	decoded, err := enc.NewDecoder().Bytes(data)
	if err != nil {
		return 0, false
	}
	text, high := string(decoded), 0
	for _, b := range data {
		if b >= utf8.RuneSelf {
			high++
		}
	}
	if wrong := strings.Count(text, "\ufffd"); wrong*20 > high && wrong > 1 || wrong == 1 && high < 4 {
		return 0, false
	} else if wrong > 0 {
		score -= 2 * float64(wrong)
	}
	if c.multi {
		for _, r := range text {
			if r >= utf8.RuneSelf {
				score += eastern(c.Name, r)
			}
		}
		return score / float64(high), true
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < utf8.RuneSelf && !unicode.IsLetter(r) }) {
		score += western(c.Name, word)
	}
	if high == 1 && c.Name != Latin1 { // a single letter is probably an accented one
		score -= 0.6
	}
	return score/float64(high) + priors[c.Name], true
}

// eastern returns how well a character fits an East Asian charset.
func eastern(name string, r rune) float64 {
	switch {
	case common[name][r]:
		return 2
	case strings.ContainsRune("，。、！？：；「」『』“”（）《》…—・～　", r):
		return 1.2
	case unicode.In(r, unicode.Hiragana, unicode.Katakana) && r < 0xff00 || r == 'ー':
		if name == "Shift_JIS" || name == "EUC-JP" {
			return 1.6
		}
		return -1
	case r >= 0xff61 && r <= 0xff9f: // half-width
		return -0.5
	case unicode.Is(unicode.Hangul, r):
		if name == "EUC-KR" && usual(name, r) {
			return 0.7
		}
		return -1
	case unicode.Is(unicode.Han, r):
		if name == "EUC-KR" {
			return -0.6
		}
		if usual(name, r) {
			return 0.6
		}
		return -0.8
	case unicode.IsLetter(r) || unicode.IsDigit(r): // Greek, Cyrillic, full-width Latin
		return -0.3
	}
	return -0.8
}

// usual reports whether a character is in the first level of its charset, which contains the common characters.
func usual(name string, r rune) bool {
	enc, _ := Of(name)
	b, err := enc.NewEncoder().Bytes([]byte(string(r)))
	if err != nil || len(b) != 2 {
		return false
	}
	code := int(b[0])<<8 | int(b[1])
	switch name {
	case "GBK":
		return b[0] >= 0xb0 && b[0] <= 0xd7 && b[1] >= 0xa1
	case "Big5":
		return code >= 0xa440 && code <= 0xc67e
	case "Shift_JIS":
		return code >= 0x889f && code <= 0x9872
	case "EUC-JP":
		return b[0] >= 0xb0 && b[0] <= 0xcf
	case "EUC-KR":
		return b[0] >= 0xb0 && b[0] <= 0xc8 && b[1] >= 0xa1
	}
	return false
}

// alphabets lists the non-ASCII letters of the languages written in each single-byte charset.
var alphabets = map[string]string{
	"windows-1251": "абвгдежзийклмнопрстуфхцчшщъыьэюяёієїґў",
	"KOI8-R":       "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
	Latin1:         "àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœßðþ",
	"windows-1250": "ąćęłńóśźżáčďéěíňřšťúůýžäôľĺŕöüőűß",
	"windows-1253": "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ",
	"windows-1254": "çğıöşüâîû",
	"windows-1257": "ąčęėįšųūžāēģīķļņõäöü",
}

// rare lists the less frequent letters in alphabets.
var rare = map[string]string{"windows-1251": "ъёґўэщфцхюшж", "KOI8-R": "ъёэщфцхюшж", Latin1: "ýÿðþìòõãœ", "windows-1250": "ĺŕôőű"}

// priors are added to the scores of charsets: positive for charsets that are frequent in records.
var priors = map[string]float64{Latin1: 0.25, "windows-1254": -0.3, "windows-1257": -0.3, "windows-1253": -0.1, "KOI8-R": -0.15}

// western returns how well a word fits a single-byte charset.
func western(name, word string) (score float64) {
	before := ' '
	letters, foreign, mixed, other := 0, 0, false, false
	for _, r := range word {
		lower := unicode.ToLower(r)
		switch {
		case r < utf8.RuneSelf:
		case strings.ContainsRune("«»“”„’–—…№°", r), name == Latin1 && before == ' ' && (r == '¿' || r == '¡'):
			score += 0.3
		case !strings.ContainsRune(alphabets[name], lower):
			if score -= 1; !unicode.IsLetter(r) { // such as box-drawing characters
				score -= 1
			}
		default:
			letters++
			worth := 0.8
			if strings.ContainsRune(rare[name], lower) {
				worth = 0.2
			}
			latin := unicode.Is(unicode.Latin, r)
			if latin && before >= utf8.RuneSelf {
				worth -= 0.7 // two accented letters in a row are rare
			}
			other = other || !latin
			score += worth
		}
		if r < utf8.RuneSelf && unicode.IsLetter(r) {
			foreign++
		}
		mixed = mixed || unicode.IsUpper(r) && unicode.IsLower(before)
		before = r
	}
	if mixed || other && foreign > 0 { // such as “ИрРЗ” or “Юуrрur”, which are not words
		score = min(score, 0) - 0.8*float64(letters)
	}
	if letters > 0 && foreign == 0 && unicode.Is(unicode.Latin, []rune(word)[0]) {
		score -= 0.5 * float64(letters) // words do not consist only of accented letters
	}
	return score
}

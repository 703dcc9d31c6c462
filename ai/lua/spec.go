package lua

import (
	"net/url"
	"strings"

	"boardstudio/rules"
)

// mark stands between the path of a script and the values of its options.
const mark = ".lua?"

// Split cuts what stands behind "lua:" in the description of a player: the path of the script, and
// the values of its options, nil for none: "a.lua?depth=3&style=bold".
func Split(spec string) (path string, values map[string]string) {
	i := strings.LastIndex(spec, mark)
	if i < 0 {
		return spec, nil
	}
	query, err := url.ParseQuery(spec[i+len(mark):])
	if err != nil {
		return spec, nil
	}
	values = map[string]string{}
	for name := range query {
		values[name] = query.Get(name)
	}
	return spec[:i+len(mark)-1], values
}

// Join is the reverse of Split. It returns the path alone where there are no values, or where it does not
// end as the names of scripts do.
func Join(path string, values map[string]string) string {
	if len(values) == 0 || !strings.HasSuffix(path, ".lua") {
		return path
	}
	query := url.Values{}
	for _, name := range rules.Params(values).Names() {
		query.Set(name, values[name])
	}
	return path + "?" + query.Encode()
}

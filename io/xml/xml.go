// Package xml reads and writes .studio files, as described in FORMAT.md, and files of older
// programs of the family.
package xml

import (
	"bytes"

	"boardstudio/io/codec"
)

// Namespace is the XML namespace of the elements of version 2.
const Namespace = "urn:boardstudio:document:2"

// The newest supported version. Older minor versions are also supported.
const (
	major = 2
	minor = 3
)

// versions lists the versions that can be written. Version 2.1 added names, bookmarks, colours,
// numbering, lines and glyphs of positions; 2.2 added advice; 2.3 added match scores of players,
// and version, bounds, margins and shares of evaluations.
var versions = [...]string{"2.0", "2.1", "2.2", "2.3"}

// Format is Studio's own format, version 2. It preserves everything.
var Format = codec.Format{
	Name: "xml", Title: "Studio document",
	Ext:      []string{".studio", ".xml"},
	Sniff:    func(head []byte) bool { return rootName(head) == "studio" },
	Decode:   Decode,
	Encode:   Encode,
	Salvage:  true,
	Lossless: true,
}

// Legacy is the format of the older programs, version 1.0.
var Legacy = codec.Format{
	Name: "xml1", Title: "Old tic-tac-toe save",
	Ext:    []string{".xml"},
	Sniff:  func(head []byte) bool { return rootName(head) == "save" },
	Decode: DecodeLegacy,
	Encode: EncodeLegacy,
	Holds:  legacyHolds,
}

// rootName returns the name of the first element of an XML text, without its prefix. It returns ""
// if head is not XML or contains no element.
func rootName(head []byte) string {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	for {
		head = bytes.TrimLeft(head, space)
		if len(head) < 2 || head[0] != '<' {
			return ""
		}
		end := []byte(">")
		switch {
		case bytes.HasPrefix(head, []byte("<!--")):
			end = []byte("-->")
		case head[1] == '?':
			end = []byte("?>")
		case head[1] != '!':
			name := head[1:]
			if i := bytes.IndexAny(name, space+"/>"); i >= 0 {
				name = name[:i]
			}
			if i := bytes.IndexByte(name, ':'); i >= 0 {
				name = name[i+1:]
			}
			return string(name)
		}
		i := bytes.Index(head, end)
		if i < 0 {
			return ""
		}
		head = head[i+len(end):]
	}
}

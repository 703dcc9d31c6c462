package wthor

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"boardstudio/io/codec"
)

// The files of names, and the size of each name in bytes.
const (
	playersFile, playerSize         = "WTHOR.JOU", 20
	tournamentsFile, tournamentSize = "WTHOR.TRN", 26
)

// names are the names of players and tournaments, indexed by number. Each list is nil if it is
// unknown.
type names struct{ players, tournaments []string }

// readNames reads the files of names. If one of them cannot be read, it returns an error and the
// names in the other.
func readNames(o codec.Options) (n names, err error) {
	if o.Companion == nil {
		return n, o.Errorf(0, "the files %s and %s were not found: players and tournaments have numbers instead of names", playersFile, tournamentsFile)
	}
	read := func(name string, size int) []string {
		data, bad := o.Companion(name)
		if bad == nil && len(data) < headerSize {
			bad = o.Errorf(0, "the file ends at byte %d, within its header of %d bytes", len(data), headerSize)
		}
		if bad != nil {
			err = o.Errorf(0, "%s next to the file cannot be read, so numbers are shown instead of names: %v", name, bad)
			return nil
		}
		list := make([]string, min((len(data)-headerSize)/size, int(binary.LittleEndian.Uint16(data[8:]))))
		for i := range list {
			list[i] = latin1(data[headerSize+i*size:][:size])
		}
		return list
	}
	n.players = read(playersFile, playerSize)
	n.tournaments = read(tournamentsFile, tournamentSize)
	return n, err
}

// latin1 decodes the Latin-1 text before the first NUL.
func latin1(field []byte) string {
	if i := bytes.IndexByte(field, 0); i >= 0 {
		field = field[:i]
	}
	text := make([]rune, len(field))
	for i, b := range field {
		text[i] = rune(b)
	}
	return string(text)
}

// player returns the name of a player, or "#" and the number if it is unknown.
func (n names) player(i uint16) string { return named(n.players, i) }

// tournament returns the name of a tournament, or "#" and the number if it is unknown.
func (n names) tournament(i uint16) string { return named(n.tournaments, i) }

func named(list []string, i uint16) string {
	if int(i) < len(list) {
		return list[i]
	}
	return "#" + itoa(int(i))
}

func itoa(n int) string { return strconv.Itoa(n) }

package wthor

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"boardstudio/io/codec"
)

// The files with the names, and how many bytes each name has.
const (
	playersFile, playerSize         = "WTHOR.JOU", 20
	tournamentsFile, tournamentSize = "WTHOR.TRN", 26
)

// names are the names of players and tournaments by their numbers, nil where they are not known.
type names struct{ players, tournaments []string }

// readNames reads the files with the names. The error says that one is missing; the other is read all the same.
func readNames(o codec.Options) (n names, err error) {
	if o.Beside == nil {
		return n, o.Errorf(0, "there is no folder with the files %s and %s: players and tournaments have numbers instead of names", playersFile, tournamentsFile)
	}
	read := func(name string, size int) []string {
		data, bad := o.Beside(name)
		if bad == nil && len(data) < headerSize {
			bad = o.Errorf(0, "the file ends at byte %d, within its header of %d bytes", len(data), headerSize)
		}
		if bad != nil {
			err = o.Errorf(0, "%s beside the file cannot be read, so there are numbers instead of names: %v", name, bad)
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

// latin1 returns the text up to the first NUL.
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

// player returns the name of a player, or the number where it has none.
func (n names) player(i uint16) string { return named(n.players, i) }

// tournament returns the name of a tournament, or the number where it has none.
func (n names) tournament(i uint16) string { return named(n.tournaments, i) }

func named(list []string, i uint16) string {
	if int(i) < len(list) {
		return list[i]
	}
	return "#" + itoa(int(i))
}

func itoa(n int) string { return strconv.Itoa(n) }

package journal

import (
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"io"
	"path/filepath"

	"boardstudio/store/safe"
)

// metaJSON caches the summary of a log. It is valid while the log has size LogSize.
type metaJSON struct {
	LogSize int64
	Info    json.RawMessage // an infoJSON
	CRC     uint32          // checksum of LogSize and Info
}

// infoJSON is an Info in a file.
type infoJSON struct {
	File fingerprintJSON // replaces Info.File
	Info
}

// meta is the summary of a log at a given size.
type meta struct {
	info Info
	size int64
}

// sum returns the checksum of the other fields.
func (m *metaJSON) sum() uint32 {
	b := binary.LittleEndian.AppendUint64(nil, uint64(m.LogSize))
	return crc32.Checksum(append(b, m.Info...), castagnoli)
}

func writeMeta(folder string, i Info, size int64) error {
	info, err := json.Marshal(infoJSON{i.File.json(), i})
	if err != nil {
		return err
	}
	m := metaJSON{LogSize: size, Info: info}
	m.CRC = m.sum()
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return safe.Replace(filepath.Join(folder, metaFile), safe.Data(data))
}

// readMeta returns the cached summary of a journal, if it exists and is intact. A wrong number
// would hide edits.
func readMeta(folder string) (meta, bool) {
	data, err := readSmall(filepath.Join(folder, metaFile))
	var m metaJSON
	var i infoJSON
	if err != nil || json.Unmarshal(data, &m) != nil || m.CRC != m.sum() || json.Unmarshal(m.Info, &i) != nil {
		return meta{}, false
	}
	i.Info.File = i.File.fingerprint()
	return meta{i.Info, m.LogSize}, true
}

// readSmall reads a small file of the store.
func readSmall(path string) ([]byte, error) {
	f, err := safe.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, 1<<20))
}

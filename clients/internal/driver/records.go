package driver

import (
	"encoding/binary"
	"fmt"
	"os"
	"syscall"
	"time"
)

const magic = "SQZREC01"

// Header of a record.
type Header struct {
	Key   string
	Value []byte
}

// Record is a record of the file; its slices point into the mapped file. A nil key or value is absent.
type Record struct {
	Mark            int64
	TimestampMillis int64
	Key             []byte
	Value           []byte
	Headers         []Header
	encodedBytes    int32
}

// Timestamp is zero if the library should use the time of sending.
func (r *Record) Timestamp() time.Time {
	if r.TimestampMillis < 0 {
		return time.Time{}
	}
	return time.UnixMilli(r.TimestampMillis)
}

// Bytes returns the size of key and value.
func (r *Record) Bytes() int64 { return int64(len(r.Key) + len(r.Value)) }

// readRecords maps a file of length-prefixed records into memory. It stays mapped until the process ends.
func readRecords(path string) ([]Record, error) {
	data, err := mapped(path)
	if err != nil {
		return nil, err
	}
	if len(data) < 16 || string(data[:8]) != magic {
		return nil, fmt.Errorf("%s is no file of records", path)
	}
	count := binary.BigEndian.Uint64(data[8:])
	reader := &reader{data: data, at: 16}
	if count > uint64(len(data)) {
		return nil, fmt.Errorf("%s is cut off", path)
	}
	records := make([]Record, count)
	for i := range records {
		length := int(reader.int32())
		end := reader.at + length
		record := &records[i]
		record.Mark = reader.int64()
		record.encodedBytes = reader.int32()
		record.TimestampMillis = reader.int64()
		record.Key = reader.bytes()
		record.Value = reader.bytes()
		for headers := reader.int32(); headers > 0 && !reader.short; headers-- {
			record.Headers = append(record.Headers, Header{string(reader.bytes()), reader.bytes()})
		}
		if reader.short || reader.at != end {
			return nil, fmt.Errorf("%s is cut off or damaged at record %d", path, i)
		}
	}
	if len(records) == 0 {
		return nil, fmt.Errorf("%s has no records", path)
	}
	return records, nil
}

func mapped(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		return nil, fmt.Errorf("%s is empty", path)
	}
	return syscall.Mmap(int(file.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
}

type reader struct {
	data  []byte
	at    int
	short bool
}

func (r *reader) take(count int) []byte {
	if r.short || count < 0 || count > len(r.data)-r.at {
		r.short = true
		return nil
	}
	taken := r.data[r.at : r.at+count : r.at+count]
	r.at += count
	return taken
}

func (r *reader) int32() int32 {
	if taken := r.take(4); taken != nil {
		return int32(binary.BigEndian.Uint32(taken))
	}
	return 0
}

func (r *reader) int64() int64 {
	if taken := r.take(8); taken != nil {
		return int64(binary.BigEndian.Uint64(taken))
	}
	return 0
}

// bytes returns nil if the length is -1, and never nil otherwise, unless the data is cut off.
func (r *reader) bytes() []byte {
	if length := r.int32(); length != -1 {
		return r.take(int(length))
	}
	return nil
}

// readDue reads due times in nanoseconds after the start, ascending.
func readDue(path string) ([]int64, error) {
	data, err := mapped(path)
	if err != nil {
		return nil, err
	}
	reader := &reader{data: data}
	due := make([]int64, len(data)/8)
	for i := range due {
		due[i] = reader.int64()
	}
	return due, nil
}

// Records returns the records of a file, for programs that send them without a driver.
func Records(path string) ([]Record, error) { return readRecords(path) }

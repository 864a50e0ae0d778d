package main

import (
	"fmt"
	// For go:linkname.
	_ "unsafe"

	"github.com/IBM/sarama"

	"dev.squeeze/clients/internal/driver"
)

// The functions that sarama's record_batch.go calls to compress and decompress a batch; the library does not export them.
//
//go:linkname compress github.com/IBM/sarama.compress
func compress(codec sarama.CompressionCodec, level int, data []byte) ([]byte, error)

//go:linkname decompress github.com/IBM/sarama.decompress
func decompress(codec sarama.CompressionCodec, data []byte) ([]byte, error)

type codec struct {
	kind  sarama.CompressionCodec
	level int
}

func newCodec(name string, level *int) (driver.Codec, error) {
	made := &codec{level: sarama.CompressionLevelDefault}
	if err := made.kind.UnmarshalText([]byte(name)); err != nil || made.kind == sarama.CompressionNone {
		return nil, fmt.Errorf("%q is no codec: give gzip, snappy, lz4 or zstd", name)
	}
	if level != nil {
		made.level = *level
	}
	return made, nil
}

// Compress stores the compressed records even if they are not smaller, as sarama does.
func (c *codec) Compress(records []byte) ([]byte, bool, error) {
	stored, err := compress(c.kind, c.level, records)
	return stored, true, err
}

func (c *codec) Decompress(stored []byte) ([]byte, error) {
	return decompress(c.kind, stored)
}

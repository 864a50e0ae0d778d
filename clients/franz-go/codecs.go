package main

import (
	"bytes"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"

	"dev.squeeze/clients/internal/driver"
)

// codec has the compressor that kgo's producer creates from its options, and the decompressor of its consumer.
type codec struct {
	kind         kgo.CompressionCodecType
	compressor   kgo.Compressor
	decompressor kgo.Decompressor
	buffer       bytes.Buffer
}

var kinds = map[string]kgo.CompressionCodecType{
	"gzip": kgo.CodecGzip, "snappy": kgo.CodecSnappy, "lz4": kgo.CodecLz4, "zstd": kgo.CodecZstd,
}

func newCodec(name string, level *int) (driver.Codec, error) {
	if _, known := kinds[name]; !known {
		return nil, fmt.Errorf("%q is no codec: give gzip, snappy, lz4 or zstd", name)
	}
	chosen := codecs[name]()
	if level != nil {
		chosen = chosen.WithLevel(ownLevel(name, *level))
	}
	compressor, err := kgo.DefaultCompressor(chosen)
	return &codec{kind: kinds[name], compressor: compressor, decompressor: kgo.DefaultDecompressor()}, err
}

// Compress works like kgo's sink.go: it reuses its buffer, and records that do not get smaller are stored uncompressed.
func (c *codec) Compress(records []byte) ([]byte, bool, error) {
	c.buffer.Reset()
	stored, _ := c.compressor.Compress(&c.buffer, records)
	if stored == nil {
		return nil, false, fmt.Errorf("kgo could not compress %d bytes", len(records))
	}
	if len(stored) >= len(records) {
		return records, false, nil
	}
	return stored, true, nil
}

func (c *codec) Decompress(stored []byte) ([]byte, error) {
	return c.decompressor.Decompress(stored, c.kind)
}

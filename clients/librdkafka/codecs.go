package main

// #include <stdlib.h>
// #include "codecs.h"
import "C"

import (
	"fmt"
	"unsafe"

	"dev.squeeze/clients/internal/driver"
)

// codec keeps the memory that the library allocated last.
type codec struct {
	number C.int
	level  C.int
	made   unsafe.Pointer
}

// kinds has the codecs with their numbers in a batch, and the level that rdkafka_topic.c uses if none is configured.
var kinds = map[string]codec{
	"gzip": {number: 1, level: -1}, "snappy": {number: 2}, "lz4": {number: 3, level: 0}, "zstd": {number: 4, level: 3},
}

func newCodec(name string, level *int) (driver.Codec, error) {
	made, known := kinds[name]
	if !known {
		return nil, fmt.Errorf("%q is no codec: give gzip, snappy, lz4 or zstd", name)
	}
	if level != nil {
		made.level = C.int(*level)
	}
	return &made, nil
}

// Compress stores records uncompressed if the codec would make them larger, as rdkafka_msgset_writer.c does.
func (c *codec) Compress(records []byte) ([]byte, bool, error) {
	stored, err := c.call(func(in unsafe.Pointer, bytes C.size_t, out *unsafe.Pointer, length *C.size_t) C.int {
		return C.squeeze_compress(c.number, c.level, in, bytes, out, length)
	}, records)
	if err == nil && len(stored) > len(records) {
		return records, false, nil
	}
	return stored, true, err
}

func (c *codec) Decompress(stored []byte) ([]byte, error) {
	return c.call(func(in unsafe.Pointer, bytes C.size_t, out *unsafe.Pointer, length *C.size_t) C.int {
		return C.squeeze_decompress(c.number, in, bytes, out, length)
	}, stored)
}

type call func(in unsafe.Pointer, bytes C.size_t, out *unsafe.Pointer, length *C.size_t) C.int

func (c *codec) call(of call, in []byte) ([]byte, error) {
	C.free(c.made)
	c.made = nil
	var length C.size_t
	if code := of(unsafe.Pointer(unsafe.SliceData(in)), C.size_t(len(in)), &c.made, &length); code != 0 {
		c.made = nil
		return nil, fmt.Errorf("librdkafka's codec failed with error %d", int(code))
	}
	return unsafe.Slice((*byte)(c.made), int(length)), nil
}

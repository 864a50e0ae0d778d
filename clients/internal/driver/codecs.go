package driver

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
)

// Codec compresses the records of batches with a library's own code, as its producer does, and decompresses them as its
// consumer does. It must be used by one goroutine only.
type Codec interface {
	// Compress returns the bytes to store, and whether they are compressed: some libraries store records uncompressed if they
	// do not get smaller. The bytes are valid until the next call.
	Compress(records []byte) (stored []byte, compressed bool, err error)
	// Decompress restores the records from the result of Compress. The bytes are valid until the next call.
	Decompress(stored []byte) ([]byte, error)
}

// CodecRequest requests batches to be compressed and decompressed. For each batch, the file Input contains an int32 length and
// the encoded records; the file Output receives an int32 length, a byte that is 0 if the records are stored uncompressed, and the
// stored bytes.
type CodecRequest struct {
	Input          string `json:"input"`
	Output         string `json:"output"`
	Codec          string `json:"codec"`
	Level          *int   `json:"level"`
	Compressions   int    `json:"compressions"`
	Decompressions int    `json:"decompressions"`
}

// Compressed is the answer to "compress". Times are CPU time of the whole process, including the Go runtime.
type Compressed struct {
	Type                     string `json:"type"`
	CompressNanos            int64  `json:"compressNanos"`
	DecompressNanos          int64  `json:"decompressNanos"`
	CompressAllocatedBytes   int64  `json:"compressAllocatedBytes"`
	DecompressAllocatedBytes int64  `json:"decompressAllocatedBytes"`
}

type storedBatch struct {
	bytes      []byte
	compressed bool
}

func compress(library Library, request Request, lines <-chan Request) {
	if library.NewCodec == nil {
		fail("this driver compresses nothing on its own")
	}
	runtime.LockOSThread()
	codecs := map[string]Codec{}
	for {
		name := fmt.Sprint(request.Codec, " ", levelText(request.Level))
		if codecs[name] == nil {
			codec, err := library.NewCodec(request.Codec, request.Level)
			if err != nil {
				fail("%v", err)
			}
			codecs[name] = codec
		}
		answer, err := compressed(codecs[name], request.CodecRequest)
		if err != nil {
			fail("%s: %v", name, err)
		}
		say(answer)
		if request = <-lines; request.Type != "compress" {
			fail("expected compress, got %q", request.Type)
		}
	}
}

func levelText(level *int) string {
	if level == nil {
		return "at its default level"
	}
	return fmt.Sprint("at level ", *level)
}

func compressed(codec Codec, request CodecRequest) (Compressed, error) {
	batches, err := readBatches(request.Input)
	if err != nil {
		return Compressed{}, err
	}
	stored := make([]storedBatch, len(batches))
	for i, batch := range batches {
		if stored[i], err = once(codec, batch); err != nil {
			return Compressed{}, err
		}
	}
	answer := Compressed{Type: "compressed"}
	answer.CompressNanos, answer.CompressAllocatedBytes, err = timed(request.Compressions, func() error {
		for _, batch := range batches {
			if _, _, err := codec.Compress(batch); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return answer, err
	}
	answer.DecompressNanos, answer.DecompressAllocatedBytes, err = timed(request.Decompressions, func() error {
		for _, batch := range stored {
			if batch.compressed {
				if _, err := codec.Decompress(batch.bytes); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return answer, err
	}
	return answer, writeBatches(request.Output, stored)
}

// once compresses a batch, decompresses it and checks that the records are equal.
func once(codec Codec, records []byte) (storedBatch, error) {
	made, compressed, err := codec.Compress(records)
	if err != nil {
		return storedBatch{}, err
	}
	stored := storedBatch{bytes.Clone(made), compressed}
	if compressed {
		restored, err := codec.Decompress(stored.bytes)
		if err != nil {
			return storedBatch{}, err
		}
		if !bytes.Equal(restored, records) {
			return storedBatch{}, fmt.Errorf("the library did not give back the records that it compressed")
		}
	}
	return stored, nil
}

func timed(times int, work func() error) (cpu, allocated int64, err error) {
	allocatedBefore, cpuBefore := allocatedBytes(), cpuNanos()
	for range times {
		if err := work(); err != nil {
			return 0, 0, err
		}
	}
	return cpuNanos() - cpuBefore, allocatedBytes() - allocatedBefore, nil
}

// allocatedBytes returns the bytes allocated on Go's heap so far; memory allocated by C is not included.
func allocatedBytes() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

func readBatches(path string) ([][]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	reader := &reader{data: data}
	batches := [][]byte{}
	for reader.at < len(data) {
		batch := reader.take(int(reader.int32()))
		if reader.short {
			return nil, fmt.Errorf("%s is cut off", path)
		}
		batches = append(batches, batch)
	}
	return batches, nil
}

func writeBatches(path string, batches []storedBatch) error {
	var data []byte
	for _, batch := range batches {
		data = binary.BigEndian.AppendUint32(data, uint32(len(batch.bytes)))
		compressed := byte(0)
		if batch.compressed {
			compressed = 1
		}
		data = append(append(data, compressed), batch.bytes...)
	}
	return os.WriteFile(path, data, 0o600)
}

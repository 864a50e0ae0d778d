package driver

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
)

// Codec compresses the records of batches by a library's own code, as its producer does, and decompresses them as its
// consumer does. It serves one goroutine.
type Codec interface {
	// Compress gives what is stored of the records, and whether that is compressed: some libraries store what does not get
	// smaller as it is. The bytes stay as they are until the next call.
	Compress(records []byte) (stored []byte, compressed bool, err error)
	// Decompress restores what Compress made. The bytes stay as they are until the next call.
	Decompress(stored []byte) ([]byte, error)
}

// CodecRequest has batches compressed and decompressed. Of each in the file Input there are an int32 length and the encoded
// records; the file Output gets an int32 length, a byte that is 0 where the records are stored as they are, and what is stored.
type CodecRequest struct {
	Input          string `json:"input"`
	Output         string `json:"output"`
	Codec          string `json:"codec"`
	Level          *int   `json:"level"`
	Compressions   int    `json:"compressions"`
	Decompressions int    `json:"decompressions"`
}

// Compressed answers "compress". Times are CPU time of the whole process, with what the runtime does meanwhile.
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

// once compresses a batch and compares what comes back.
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

// allocatedBytes are those of Go's heap; what C allocates is not in them.
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

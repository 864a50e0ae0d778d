package main

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/twmb/franz-go/pkg/kgo"
)

const levelSetting = "CompressionLevel"

var codecs = map[string]func() kgo.CompressionCodec{
	"none": kgo.NoCompression, "gzip": kgo.GzipCompression, "snappy": kgo.SnappyCompression,
	"lz4": kgo.Lz4Compression, "zstd": kgo.ZstdCompression,
}

// options by the name of the kgo function that creates them.
var options = map[string]func(string) (kgo.Opt, error){
	"ProducerLinger":        duration(func(value time.Duration) kgo.Opt { return kgo.ProducerLinger(value) }),
	"ProducerBatchMaxBytes": number(func(value int) kgo.Opt { return kgo.ProducerBatchMaxBytes(int32(value)) }),
	"MaxBufferedRecords":    number(func(value int) kgo.Opt { return kgo.MaxBufferedRecords(value) }),
	"MaxBufferedBytes":      number(func(value int) kgo.Opt { return kgo.MaxBufferedBytes(value) }),
	"MaxProduceRequestsInflightPerBroker": number(func(value int) kgo.Opt {
		return kgo.MaxProduceRequestsInflightPerBroker(value)
	}),
	"ProduceRequestTimeout":  duration(func(value time.Duration) kgo.Opt { return kgo.ProduceRequestTimeout(value) }),
	"RecordDeliveryTimeout":  duration(func(value time.Duration) kgo.Opt { return kgo.RecordDeliveryTimeout(value) }),
	"RecordRetries":          number(func(value int) kgo.Opt { return kgo.RecordRetries(value) }),
	"DisableIdempotentWrite": flag(func() kgo.Opt { return kgo.DisableIdempotentWrite() }),
	"StreamingCompression":   flag(func() kgo.Opt { return kgo.StreamingCompression() }),
	"RequiredAcks":           acks,
	"RecordPartitioner":      partitioner,
	"FetchMaxBytes":          number(func(value int) kgo.Opt { return kgo.FetchMaxBytes(int32(value)) }),
	"FetchMaxPartitionBytes": number(func(value int) kgo.Opt { return kgo.FetchMaxPartitionBytes(int32(value)) }),
	"FetchMaxWait":           duration(func(value time.Duration) kgo.Opt { return kgo.FetchMaxWait(value) }),
}

func settings(given map[string]string) ([]kgo.Opt, error) {
	made := []kgo.Opt{}
	for name, value := range given {
		if name == "ProducerBatchCompression" || name == levelSetting {
			continue
		}
		option, known := options[name]
		if !known {
			return nil, fmt.Errorf("franz-go has no option %s here: give %s", name, names())
		}
		one, err := option(value)
		if err != nil {
			return nil, fmt.Errorf("%s=%s: %w", name, value, err)
		}
		if one != nil {
			made = append(made, one)
		}
	}
	compression, err := compression(given)
	if err != nil {
		return nil, err
	}
	return append(made, compression...), nil
}

func names() string {
	all := []string{"ProducerBatchCompression", levelSetting}
	for name := range options {
		all = append(all, name)
	}
	sort.Strings(all)
	return strings.Join(all, ", ")
}

// compression takes the zstd level of the C library, and maps it to one of the four levels of the library that franz-go uses.
func compression(given map[string]string) ([]kgo.Opt, error) {
	name, named := given["ProducerBatchCompression"]
	level, levelled := given[levelSetting]
	if !named {
		if levelled {
			return nil, fmt.Errorf("%s needs ProducerBatchCompression", levelSetting)
		}
		return nil, nil
	}
	codec, known := codecs[name]
	if !known {
		return nil, fmt.Errorf("ProducerBatchCompression=%s: give none, gzip, snappy, lz4 or zstd", name)
	}
	chosen := codec()
	if levelled {
		value, err := strconv.Atoi(level)
		if err != nil {
			return nil, fmt.Errorf("%s=%s is no number", levelSetting, level)
		}
		chosen = chosen.WithLevel(ownLevel(name, value))
	}
	return []kgo.Opt{kgo.ProducerBatchCompression(chosen)}, nil
}

func ownLevel(codec string, level int) int {
	if codec == "zstd" {
		return int(zstd.EncoderLevelFromZstd(level))
	}
	return level
}

func duration(make func(time.Duration) kgo.Opt) func(string) (kgo.Opt, error) {
	return func(text string) (kgo.Opt, error) {
		value, err := time.ParseDuration(text)
		return make(value), err
	}
}

func number(make func(int) kgo.Opt) func(string) (kgo.Opt, error) {
	return func(text string) (kgo.Opt, error) {
		value, err := strconv.Atoi(text)
		return make(value), err
	}
}

func flag(make func() kgo.Opt) func(string) (kgo.Opt, error) {
	return func(text string) (kgo.Opt, error) {
		value, err := strconv.ParseBool(text)
		if !value {
			return nil, err
		}
		return make(), nil
	}
}

func acks(text string) (kgo.Opt, error) {
	switch text {
	case "all", "-1":
		return kgo.RequiredAcks(kgo.AllISRAcks()), nil
	case "1":
		return kgo.RequiredAcks(kgo.LeaderAck()), nil
	case "0":
		return kgo.RequiredAcks(kgo.NoAck()), nil
	}
	return nil, fmt.Errorf("give all, 1 or 0")
}

func partitioner(text string) (kgo.Opt, error) {
	switch text {
	case "StickyKeyPartitioner":
		return kgo.RecordPartitioner(kgo.StickyKeyPartitioner(nil)), nil
	case "RoundRobinPartitioner":
		return kgo.RecordPartitioner(kgo.RoundRobinPartitioner()), nil
	}
	return nil, fmt.Errorf("give StickyKeyPartitioner or RoundRobinPartitioner; left out, the library's default partitions")
}

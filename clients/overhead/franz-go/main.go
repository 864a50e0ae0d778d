// The send loop of an application that uses franz-go.
package main

import (
	"context"
	"strings"

	"github.com/twmb/franz-go/pkg/kgo"

	"dev.squeeze/clients/internal/driver"
	"dev.squeeze/clients/overhead/internal/loop"
)

var codecs = map[string]kgo.CompressionCodec{
	"none": kgo.NoCompression(), "snappy": kgo.SnappyCompression(), "lz4": kgo.Lz4Compression(), "zstd": kgo.ZstdCompression(),
}

func main() {
	loop.Run(func(brokers, topic, codec string) (func(*driver.Record), func(), error) {
		client, err := kgo.NewClient(
			kgo.SeedBrokers(strings.Split(brokers, ",")...), kgo.ProducerBatchCompression(codecs[codec]))
		all := context.Background()
		return func(record *driver.Record) {
			client.Produce(all, &kgo.Record{Topic: topic, Key: record.Key, Value: record.Value}, func(_ *kgo.Record, err error) {
				if err == nil {
					loop.Acknowledged(record)
				}
			})
		}, func() { _ = client.Flush(all) }, err
	})
}

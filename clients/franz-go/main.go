// Driver for franz-go.
package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"dev.squeeze/clients/internal/driver"
)

const module = "github.com/twmb/franz-go"

func main() {
	version := strings.TrimPrefix(driver.ModuleVersion(module), "v")
	driver.Main(driver.Library{
		Name: "franz-go", Version: version, Binding: "franz-go v" + version,
		NewProducer: newProducer, NewConsumer: newConsumer, NewCodec: newCodec,
	})
}

type producer struct {
	kafka *kgo.Client
	done  driver.Done
	// sending is cancelled by Flush, which also ends the calls that wait for buffer space.
	sending context.Context
	stop    context.CancelFunc
}

func client(request driver.Request) (*kgo.Client, map[string]int, error) {
	options := []kgo.Opt{kgo.SeedBrokers(strings.Split(request.Bootstrap, ",")...), kgo.ClientID("squeeze")}
	own, err := settings(request.Settings)
	if err != nil {
		return nil, nil, err
	}
	connected, err := kgo.NewClient(append(options, own...)...)
	if err != nil {
		return nil, nil, err
	}
	partitions, err := partitions(connected, request)
	if err != nil {
		connected.Close()
		return nil, nil, err
	}
	return connected, partitions, nil
}

func partitions(client *kgo.Client, request driver.Request) (map[string]int, error) {
	ask := kmsg.NewPtrMetadataRequest()
	for _, topic := range request.Topics {
		asked := kmsg.NewMetadataRequestTopic()
		asked.Topic = &topic
		ask.Topics = append(ask.Topics, asked)
	}
	limited, cancel := context.WithTimeout(context.Background(), request.TimeoutDuration())
	defer cancel()
	answer, err := ask.RequestWith(limited, client)
	if err != nil {
		return nil, fmt.Errorf("%s does not answer: %w", request.Bootstrap, err)
	}
	partitions := map[string]int{}
	for _, topic := range answer.Topics {
		if err := kerr.ErrorForCode(topic.ErrorCode); err != nil {
			return nil, fmt.Errorf("topic %s does not exist: %w", *topic.Topic, err)
		}
		partitions[*topic.Topic] = len(topic.Partitions)
	}
	return partitions, nil
}

func newProducer(request driver.Request, done driver.Done) (driver.Producer, map[string]int, error) {
	// No RecordDeliveryTimeout: it starts at the record's own timestamp, which may be years ago.
	own, partitions, err := client(request)
	sending, stop := context.WithCancel(context.Background())
	return &producer{own, done, sending, stop}, partitions, err
}

func (p *producer) Send(topic *string, record *driver.Record, sent *driver.Sent) {
	toSend := &kgo.Record{
		Topic:     *topic,
		Key:       record.Key,
		Value:     record.Value,
		Timestamp: record.Timestamp(),
	}
	for _, header := range record.Headers {
		toSend.Headers = append(toSend.Headers, kgo.RecordHeader{Key: header.Key, Value: header.Value})
	}
	p.kafka.Produce(p.sending, toSend, func(produced *kgo.Record, err error) {
		p.done(sent, produced.Partition, err)
	})
}

func (p *producer) Flush(deadline time.Time) {
	defer p.stop()
	limited, cancel := context.WithDeadline(context.Background(), deadline)
	defer cancel()
	_ = p.kafka.Flush(limited)
}

type consumer struct {
	kafka *kgo.Client
}

func newConsumer(request driver.Request) (driver.Consumer, map[string]int, error) {
	own, partitions, err := client(request)
	if err != nil {
		return nil, nil, err
	}
	from := map[string]map[int32]kgo.Offset{}
	for topic, count := range partitions {
		from[topic] = map[int32]kgo.Offset{}
		for partition := range int32(count) {
			from[topic][partition] = kgo.NewOffset().AtStart()
		}
	}
	own.AddConsumePartitions(from)
	return &consumer{own}, partitions, nil
}

func (c *consumer) Run(received *driver.Received) {
	defer c.kafka.Close()
	for !received.Stopped() {
		limited, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		fetches := c.kafka.PollFetches(limited)
		expired := limited.Err() != nil
		cancel()
		fetches.EachError(func(_ string, _ int32, err error) {
			if !expired {
				received.Fail(err)
			}
		})
		fetches.EachRecord(func(record *kgo.Record) {
			received.Add(record.Topic, record.Partition, record.Offset, len(record.Key)+len(record.Value))
		})
	}
}

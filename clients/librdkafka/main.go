// Driver for librdkafka, through confluent-kafka-go, whose module contains the library.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/confluentinc/confluent-kafka-go/v2/kafka"

	"dev.squeeze/clients/internal/driver"
)

func main() {
	_, version := kafka.LibraryVersion()
	driver.Main(driver.Library{
		Name:        "librdkafka",
		Version:     version,
		Binding:     "confluent-kafka-go " + driver.ModuleVersion("github.com/confluentinc/confluent-kafka-go/v2"),
		NewProducer: newProducer,
		NewConsumer: newConsumer,
		NewCodec:    newCodec,
	})
}

type producer struct {
	kafka *kafka.Producer
	done  driver.Done
	// stopped is set once Flush has returned.
	stopped atomic.Bool
}

func config(request driver.Request, more map[string]string) (*kafka.ConfigMap, error) {
	config := kafka.ConfigMap{"bootstrap.servers": request.Bootstrap, "client.id": "squeeze"}
	for _, settings := range []map[string]string{more, request.Settings} {
		for name, value := range settings {
			if strings.HasPrefix(name, "go.") {
				return nil, fmt.Errorf("%s is a setting of the Go binding: give librdkafka's own", name)
			}
			config[name] = value
		}
	}
	return &config, nil
}

func newProducer(request driver.Request, done driver.Done) (driver.Producer, map[string]int, error) {
	config, err := config(request, map[string]string{
		"message.timeout.ms": fmt.Sprint(request.TimeoutDuration().Milliseconds()),
	})
	if err != nil {
		return nil, nil, err
	}
	own, err := kafka.NewProducer(config)
	if err != nil {
		return nil, nil, err
	}
	partitions, err := partitions(request, own.GetMetadata)
	if err != nil {
		return nil, nil, err
	}
	go report(own.Events(), done)
	return &producer{kafka: own, done: done}, partitions, nil
}

type metadata func(topic *string, allTopics bool, timeoutMillis int) (*kafka.Metadata, error)

// partitions requests the metadata of all topics, because a request by name may create a topic.
func partitions(request driver.Request, ask metadata) (map[string]int, error) {
	known, err := ask(nil, true, int(request.TimeoutDuration().Milliseconds()))
	if err != nil {
		return nil, fmt.Errorf("%s does not answer: %w", request.Bootstrap, err)
	}
	partitions := map[string]int{}
	for _, topic := range request.Topics {
		found, exists := known.Topics[topic]
		if !exists || len(found.Partitions) == 0 {
			return nil, fmt.Errorf("topic %s does not exist", topic)
		}
		partitions[topic] = len(found.Partitions)
	}
	return partitions, nil
}

func report(events <-chan kafka.Event, done driver.Done) {
	for event := range events {
		switch happened := event.(type) {
		case *kafka.Message:
			done(happened.Opaque.(*driver.Sent), happened.TopicPartition.Partition, happened.TopicPartition.Error)
		case kafka.Error:
			fmt.Fprintln(os.Stderr, happened)
		}
	}
}

func (p *producer) Send(topic *string, record *driver.Record, sent *driver.Sent) {
	message := &kafka.Message{
		TopicPartition: kafka.TopicPartition{Topic: topic, Partition: kafka.PartitionAny},
		Key:            record.Key,
		Value:          record.Value,
		Timestamp:      record.Timestamp(),
		Opaque:         sent,
	}
	for _, header := range record.Headers {
		message.Headers = append(message.Headers, kafka.Header{Key: header.Key, Value: header.Value})
	}
	for {
		err := p.kafka.Produce(message, nil)
		if err == nil {
			return
		}
		var failure kafka.Error
		if !errors.As(err, &failure) || failure.Code() != kafka.ErrQueueFull {
			p.done(sent, 0, err)
			return
		}
		if p.stopped.Load() {
			p.done(sent, 0, driver.ErrStopped)
			return
		}
		// The queue is full (queue.buffering.max.messages, queue.buffering.max.kbytes): an application would wait.
		time.Sleep(200 * time.Microsecond)
	}
}

func (p *producer) Flush(deadline time.Time) {
	p.kafka.Flush(max(1, int(time.Until(deadline).Milliseconds())))
	p.stopped.Store(true)
}

type consumer struct {
	kafka *kafka.Consumer
}

func newConsumer(request driver.Request) (driver.Consumer, map[string]int, error) {
	config, err := config(request, map[string]string{
		"group.id": "squeeze-" + fmt.Sprint(time.Now().UnixNano()), "enable.auto.commit": "false",
	})
	if err != nil {
		return nil, nil, err
	}
	own, err := kafka.NewConsumer(config)
	if err != nil {
		return nil, nil, err
	}
	partitions, err := partitions(request, own.GetMetadata)
	if err != nil {
		return nil, nil, err
	}
	assignment := []kafka.TopicPartition{}
	for topic, count := range partitions {
		for partition := range int32(count) {
			assignment = append(assignment,
				kafka.TopicPartition{Topic: &topic, Partition: partition, Offset: kafka.OffsetBeginning})
		}
	}
	return &consumer{own}, partitions, own.Assign(assignment)
}

func (c *consumer) Run(received *driver.Received) {
	for !received.Stopped() {
		switch happened := c.kafka.Poll(50).(type) {
		case *kafka.Message:
			at := happened.TopicPartition
			received.Add(*at.Topic, at.Partition, int64(at.Offset), len(happened.Key)+len(happened.Value))
		case kafka.Error:
			received.Fail(happened)
		}
	}
	_ = c.kafka.Close()
}

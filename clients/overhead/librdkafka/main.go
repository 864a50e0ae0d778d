// The send loop of an application that uses confluent-kafka-go.
package main

import (
	"time"

	"github.com/confluentinc/confluent-kafka-go/v2/kafka"

	"dev.squeeze/clients/internal/driver"
	"dev.squeeze/clients/overhead/internal/loop"
)

func main() {
	loop.Run(func(brokers, topic, codec string) (func(*driver.Record), func(), error) {
		producer, err := kafka.NewProducer(&kafka.ConfigMap{"bootstrap.servers": brokers, "compression.type": codec})
		if err != nil {
			return nil, nil, err
		}
		go func() {
			for event := range producer.Events() {
				if message, is := event.(*kafka.Message); is && message.TopicPartition.Error == nil {
					loop.Acknowledged(message.Opaque.(*driver.Record))
				}
			}
		}()
		to := kafka.TopicPartition{Topic: &topic, Partition: kafka.PartitionAny}
		return func(record *driver.Record) {
			message := &kafka.Message{TopicPartition: to, Key: record.Key, Value: record.Value, Opaque: record}
			for producer.Produce(message, nil) != nil {
				// The queue is full.
				time.Sleep(200 * time.Microsecond)
			}
		}, func() { producer.Flush(60_000) }, nil
	})
}

// The send loop of an application that uses sarama.
package main

import (
	"strings"

	"github.com/IBM/sarama"

	"dev.squeeze/clients/internal/driver"
	"dev.squeeze/clients/overhead/internal/loop"
)

func main() {
	loop.Run(func(brokers, topic, codec string) (func(*driver.Record), func(), error) {
		config := sarama.NewConfig()
		config.Producer.Return.Successes = true
		if err := config.Producer.Compression.UnmarshalText([]byte(codec)); err != nil {
			return nil, nil, err
		}
		producer, err := sarama.NewAsyncProducer(strings.Split(brokers, ","), config)
		if err != nil {
			return nil, nil, err
		}
		ended := make(chan struct{})
		go func() {
			for message := range producer.Successes() {
				loop.Acknowledged(message.Metadata.(*driver.Record))
			}
			close(ended)
		}()
		go func() {
			for range producer.Errors() {
			}
		}()
		return func(record *driver.Record) {
			producer.Input() <- &sarama.ProducerMessage{
				Topic: topic, Value: sarama.ByteEncoder(record.Value), Metadata: record,
			}
		}, func() { producer.AsyncClose(); <-ended }, nil
	})
}

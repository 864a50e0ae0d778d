// The loop of an application on sarama.
package main

import (
	"strings"

	"github.com/IBM/sarama"

	"dev.squeeze/clients/internal/driver"
	"dev.squeeze/clients/internal/loop"
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
			for range producer.Successes() {
				loop.Sent.Add(1)
			}
			close(ended)
		}()
		go func() {
			for range producer.Errors() {
			}
		}()
		return func(record *driver.Record) {
			producer.Input() <- &sarama.ProducerMessage{Topic: topic, Value: sarama.ByteEncoder(record.Value)}
		}, func() { producer.AsyncClose(); <-ended }, nil
	})
}

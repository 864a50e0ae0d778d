// Driver for sarama.
package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/IBM/sarama"

	"dev.squeeze/clients/internal/driver"
)

const module = "github.com/IBM/sarama"

func main() {
	version := strings.TrimPrefix(driver.ModuleVersion(module), "v")
	driver.Main(driver.Library{
		Name: "sarama", Version: version, Binding: "sarama v" + version,
		NewProducer: newProducer, NewConsumer: newConsumer, NewCodec: newCodec,
	})
}

type producer struct {
	kafka sarama.AsyncProducer
	done  driver.Done
	// stopped is closed by Flush; calls that wait for buffer space then return.
	stopped chan struct{}
	// sending is read-locked by calls that send, because closing the producer closes the channel that they send to.
	sending sync.RWMutex
	// messages has the *messages that calls allocate from.
	messages sync.Pool
}

// messagesTogether messages share an allocation, which saves about as much as recording their outcomes costs.
const messagesTogether = 64

// messages are the unused ones of one allocation.
type messages struct {
	left []sarama.ProducerMessage
}

func (p *producer) message() *sarama.ProducerMessage {
	own := p.messages.Get().(*messages)
	if len(own.left) == 0 {
		own.left = make([]sarama.ProducerMessage, messagesTogether)
	}
	message := &own.left[0]
	own.left = own.left[1:]
	p.messages.Put(own)
	return message
}

func client(request driver.Request) (sarama.Client, map[string]int, error) {
	config := sarama.NewConfig()
	config.ClientID = "squeeze"
	config.Producer.Return.Successes = true
	config.Consumer.Return.Errors = true
	// A topic that does not exist must be an error.
	config.Metadata.AllowAutoTopicCreation = false
	config.Metadata.Timeout = request.TimeoutDuration()
	config.Net.ReadTimeout = min(config.Net.ReadTimeout, request.TimeoutDuration())
	config.Net.WriteTimeout = config.Net.ReadTimeout
	config.Net.DialTimeout = config.Net.ReadTimeout
	if err := set(config, request.Settings); err != nil {
		return nil, nil, err
	}
	connected, err := sarama.NewClient(strings.Split(request.Bootstrap, ","), config)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", request.Bootstrap, err)
	}
	partitions := map[string]int{}
	for _, topic := range request.Topics {
		found, err := connected.Partitions(topic)
		if err != nil || len(found) == 0 {
			return nil, nil, fmt.Errorf("topic %s does not exist: %w", topic, err)
		}
		partitions[topic] = len(found)
	}
	return connected, partitions, nil
}

func newProducer(request driver.Request, done driver.Done) (driver.Producer, map[string]int, error) {
	connected, partitions, err := client(request)
	if err != nil {
		return nil, nil, err
	}
	own, err := sarama.NewAsyncProducerFromClient(connected)
	if err != nil {
		return nil, nil, err
	}
	go func() {
		for message := range own.Successes() {
			done(message.Metadata.(*driver.Sent), message.Partition, nil)
		}
	}()
	go func() {
		for failure := range own.Errors() {
			done(failure.Msg.Metadata.(*driver.Sent), failure.Msg.Partition, failure.Err)
		}
	}()
	return &producer{
		kafka: own, done: done, stopped: make(chan struct{}), messages: sync.Pool{New: func() any { return &messages{} }},
	}, partitions, nil
}

func (p *producer) Send(topic *string, record *driver.Record, sent *driver.Sent) {
	message := p.message()
	message.Topic = *topic
	message.Timestamp = record.Timestamp()
	message.Metadata = sent
	// To sarama, an interface value that contains nil is not an absent key.
	if record.Key != nil {
		message.Key = sarama.ByteEncoder(record.Key)
	}
	if record.Value != nil {
		message.Value = sarama.ByteEncoder(record.Value)
	}
	for _, header := range record.Headers {
		message.Headers = append(message.Headers,
			sarama.RecordHeader{Key: []byte(header.Key), Value: header.Value})
	}
	if !p.send(message) {
		p.done(sent, 0, driver.ErrStopped)
	}
}

func (p *producer) send(message *sarama.ProducerMessage) bool {
	p.sending.RLock()
	defer p.sending.RUnlock()
	// If both cases of a select are ready, either may be chosen: so check this before using a channel that may be closed.
	select {
	case <-p.stopped:
		return false
	default:
	}
	// If the channel has space, as it usually does, a select with one case is cheaper than one with two.
	select {
	case p.kafka.Input() <- message:
		return true
	default:
	}
	select {
	case p.kafka.Input() <- message:
		return true
	case <-p.stopped:
		return false
	}
}

// Flush closes the producer: sarama has no other way to send its buffered records immediately.
func (p *producer) Flush(deadline time.Time) {
	close(p.stopped)
	p.sending.Lock()
	defer p.sending.Unlock()
	p.kafka.AsyncClose()
}

type consumer struct {
	partitions []sarama.PartitionConsumer
	kafka      sarama.Consumer
}

func newConsumer(request driver.Request) (driver.Consumer, map[string]int, error) {
	connected, partitions, err := client(request)
	if err != nil {
		return nil, nil, err
	}
	own, err := sarama.NewConsumerFromClient(connected)
	if err != nil {
		return nil, nil, err
	}
	reading := &consumer{kafka: own}
	for topic, count := range partitions {
		for partition := range int32(count) {
			one, err := own.ConsumePartition(topic, partition, sarama.OffsetOldest)
			if err != nil {
				return nil, nil, err
			}
			reading.partitions = append(reading.partitions, one)
		}
	}
	return reading, partitions, nil
}

func (c *consumer) Run(received *driver.Received) {
	var readers sync.WaitGroup
	for _, partition := range c.partitions {
		readers.Add(2)
		go func() {
			defer readers.Done()
			for message := range partition.Messages() {
				received.Add(message.Topic, message.Partition, message.Offset, len(message.Key)+len(message.Value))
			}
		}()
		go func() {
			defer readers.Done()
			for failure := range partition.Errors() {
				received.Fail(failure.Err)
			}
		}()
	}
	for !received.Stopped() {
		time.Sleep(10 * time.Millisecond)
	}
	for _, partition := range c.partitions {
		partition.AsyncClose()
	}
	readers.Wait()
}

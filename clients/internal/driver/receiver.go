package driver

import (
	"sync"
	"sync/atomic"
	"time"
)

// Consumer is a library's consumer, which reads all partitions of the topics from the beginning.
type Consumer interface {
	// Run reads until Received.Stopped returns true, and closes the library's consumer. The caller limits how long it waits for
	// the close.
	Run(received *Received)
}

// Received counts what a consumer read.
type Received struct {
	stop       atomic.Bool
	ended      chan struct{}
	mu         sync.Mutex
	records    int64
	bytes      int64
	disordered int64
	next       map[topicPartition]int64
	errors     map[string]int64
}

type topicPartition struct {
	topic     string
	partition int32
}

func newReceived() *Received {
	return &Received{ended: make(chan struct{}), next: map[topicPartition]int64{}, errors: map[string]int64{}}
}

// Stopped returns whether reading should end; call it many times a second.
func (r *Received) Stopped() bool { return r.stop.Load() }

// Add counts a record; any goroutine may call it.
func (r *Received) Add(topic string, partition int32, offset int64, bytes int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.records++
	r.bytes += int64(bytes)
	id := topicPartition{topic, partition}
	if offset < r.next[id] {
		r.disordered++
	}
	r.next[id] = offset + 1
}

// Fail counts a failure.
func (r *Received) Fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	addError(r.errors, err.Error())
}

// awaitEnd waits until Run has returned, at most for the timeout: the process ends after the result in any case.
func (r *Received) awaitEnd(timeout time.Duration) {
	limit := time.NewTimer(timeout)
	defer limit.Stop()
	select {
	case <-r.ended:
	case <-limit.C:
	}
}

func (r *Received) consumed(kind string) Consumed {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Consumed{kind, r.records, r.bytes, r.disordered, cpuNanos(), errorCounts(r.errors)}
}

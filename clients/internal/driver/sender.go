package driver

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

const (
	never = int64(1) << 62
	// minSleepNanos: records that are due within this time of one another are sent on one wake-up.
	minSleepNanos = 50_000
	// maxSleepNanos: a sleeping thread checks this often whether the load has ended.
	maxSleepNanos = 50_000_000
	// blockedNanos: a Send call that takes longer counts as blocked.
	blockedNanos = 1_000_000
	maxErrors    = 100
	// sentTogether records share an allocation.
	sentTogether = 64
	// releaseTime is how long calls that wait for buffer space may take to return after Flush has released them.
	releaseTime = time.Second
)

// ErrStopped is the error of a record whose Send call was still waiting for buffer space at the end.
var ErrStopped = errors.New("no room in the library's buffer before the load ended")

// Producer is a library's producer.
type Producer interface {
	// Send passes a record to the library, and may wait for buffer space until Flush has returned; Done is called once for it,
	// then or later. The topic is never moved, so that a library that keeps a pointer need not copy it for each record.
	Send(topic *string, record *Record, sent *Sent)
	// Flush waits until every record was acknowledged or has failed, at most until the deadline. Then calls of Send that still
	// wait for buffer space return. It is called once.
	Flush(deadline time.Time)
}

// Sent is a record that was passed to the library. Libraries keep tens of thousands of them: without pointers, the garbage
// collector need not trace them.
type Sent struct {
	due    int64
	record int32
	topic  int32
}

// Done reports the outcome of a record that was passed to the library; any goroutine may call it.
type Done func(sent *Sent, partition int32, err error)

type partitionID struct {
	topic     int32
	partition int32
}

// Sender sends a file's records through a producer, at the requested pace.
type Sender struct {
	request  Request
	records  []Record
	due      []int64
	producer Producer
	start    int64
	stop     atomic.Bool
	sent     atomic.Int64
	blocked  atomic.Int64
	waited   atomic.Int64
	late     atomic.Int64
	maxLate  atomic.Int64
	running  atomic.Int64
	opened   atomic.Int64
	closed   atomic.Int64
	threads  sync.WaitGroup

	mu           sync.Mutex
	acknowledged int64
	bytes        int64
	encodedBytes int64
	markSum      int64
	failed       int64
	begun        map[partitionID]bool
	last         partitionID
	errors       map[string]int64
	acknowledge  histogram
	latest       histogram
	sending      []*handedOver
}

// handedOver has the times of one sending thread. It has its own lock, because the goroutine that acknowledges records holds the
// sender's nearly all the time, and contention would cost more than the counting. It is acquired once per sentTogether records.
type handedOver struct {
	recent    [sentTogether]int64
	count     int
	mu        sync.Mutex
	send      histogram
	neverSent histogram
}

// took is called by the sending thread, which calls settle when it ends.
func (h *handedOver) took(nanos int64) {
	h.recent[h.count] = nanos
	if h.count++; h.count == len(h.recent) {
		h.settle()
	}
}

func (h *handedOver) settle() {
	h.mu.Lock()
	for _, nanos := range h.recent[:h.count] {
		h.send.add(nanos)
	}
	h.mu.Unlock()
	h.count = 0
}

func (h *handedOver) missed(nanos int64) {
	h.mu.Lock()
	h.neverSent.add(nanos)
	h.mu.Unlock()
}

func newSender(request Request) (*Sender, error) {
	records, err := readRecords(request.Records.Path)
	if err != nil {
		return nil, err
	}
	sender := &Sender{
		request: request, records: records,
		begun: map[partitionID]bool{}, errors: map[string]int64{},
	}
	// Nothing is counted before "open".
	sender.opened.Store(never)
	sender.closed.Store(never)
	if request.Pace.DuePath != "" {
		if sender.due, err = readDue(request.Pace.DuePath); err != nil {
			return nil, err
		}
	}
	switch {
	case len(request.Topics) == 0:
		return nil, fmt.Errorf("no topics")
	case len(records) > math.MaxInt32:
		return nil, fmt.Errorf("%d records are too many: at most %d", len(records), math.MaxInt32)
	case request.Threads < 1 || request.Records.Step < 1 || request.Records.From < 0:
		return nil, fmt.Errorf("threads and records.step must be at least 1, records.from at least 0")
	case request.Pace.RecordsPerSecond > 0 && request.Pace.Turns < 1:
		return nil, fmt.Errorf("pace.turns must be at least 1")
	case request.Pace.DuePath != "" && (len(sender.due) == 0 || request.Pace.PassNanos < 1):
		return nil, fmt.Errorf("pace.duePath needs times and pace.passNanos")
	}
	return sender, nil
}

func (s *Sender) begin(start int64) {
	s.start = start
	s.running.Store(int64(s.request.Threads))
	for thread := range s.request.Threads {
		own := &handedOver{}
		s.sending = append(s.sending, own)
		s.threads.Add(1)
		go s.sendAll(int64(thread), own)
	}
}

// dueAt returns when the k-th record is due; false if it is due immediately.
func (s *Sender) dueAt(k int64) (int64, bool) {
	pace := s.request.Pace
	switch {
	case s.due != nil:
		count := int64(len(s.due))
		return s.start + k/count*pace.PassNanos + s.due[k%count], true
	case pace.RecordsPerSecond > 0:
		return s.start + int64(float64(pace.Turn+k*pace.Turns)*1e9/pace.RecordsPerSecond), true
	}
	return 0, false
}

// sendAll is not locked to an OS thread: with a library that receives records over a channel, two threads would wake each other
// for every record, which was measured to take five times the CPU of its own loop.
func (s *Sender) sendAll(thread int64, own *handedOver) {
	defer s.threads.Done()
	defer s.running.Add(-1)
	defer own.settle()
	s.waitUntil(s.start)
	size := int64(len(s.records))
	topics := int64(len(s.request.Topics))
	step := int64(s.request.Threads)
	// No division per record: it would be noticeable.
	at := (s.request.Records.From + thread*s.request.Records.Step) % size
	further := step * s.request.Records.Step % size
	topic := thread % topics
	nextTopic := step % topics
	var handed []Sent
	after := now()
	for k := thread; s.request.Limit == 0 || k < s.request.Limit; k += step {
		due, paced := s.dueAt(k)
		if paced {
			s.waitUntil(due)
		}
		if s.stop.Load() {
			s.missed(k, own)
			return
		}
		before := after
		if paced {
			before = now()
		} else {
			due = before
		}
		s.noteLate(before - due)
		record := &s.records[at]
		if len(handed) == 0 {
			handed = make([]Sent, sentTogether)
		}
		handed[0] = Sent{due: due, record: int32(at), topic: int32(topic)}
		s.producer.Send(&s.request.Topics[topic], record, &handed[0])
		handed = handed[1:]
		if at += further; at >= size {
			at -= size
		}
		if topic += nextTopic; topic >= topics {
			topic -= topics
		}
		s.sent.Add(1)
		after = now()
		took := after - before
		if took > blockedNanos {
			s.blocked.Add(1)
			s.waited.Add(took)
		}
		if s.inWindow(due) {
			own.took(took)
		}
	}
}

func (s *Sender) noteLate(nanos int64) {
	if s.request.LateNanos > 0 && nanos > s.request.LateNanos {
		s.late.Add(1)
	}
	for known := s.maxLate.Load(); nanos > known; known = s.maxLate.Load() {
		if s.maxLate.CompareAndSwap(known, nanos) {
			return
		}
	}
}

func (s *Sender) waitUntil(due int64) {
	for wait := due - now(); wait > 0 && !s.stop.Load(); wait = due - now() {
		sleep(min(maxSleepNanos, max(wait, minSleepNanos)))
	}
}

// missed counts records that were due but not yet passed to the library when the load ended.
func (s *Sender) missed(k int64, own *handedOver) {
	end := now()
	for s.request.Limit == 0 || k < s.request.Limit {
		due, paced := s.dueAt(k)
		if !paced || due >= end {
			return
		}
		if s.inWindow(due) {
			own.missed(end - due)
		}
		k += int64(s.request.Threads)
	}
}

func (s *Sender) inWindow(due int64) bool {
	return due >= s.opened.Load() && due < s.closed.Load()
}

func (s *Sender) done(sent *Sent, partition int32, err error) {
	counts := s.inWindow(sent.due)
	var latency int64
	if counts || s.request.Latest {
		latency = now() - sent.due
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.failed++
		addError(s.errors, err.Error())
		return
	}
	s.acknowledged++
	record := &s.records[sent.record]
	s.bytes += record.Bytes()
	s.encodedBytes += int64(record.encodedBytes)
	s.markSum += record.Mark
	// Most records follow one of the same partition: avoid the map access.
	if id := (partitionID{sent.topic, partition}); id != s.last || s.acknowledged == 1 {
		s.begun[id] = true
		s.last = id
	}
	if s.request.Latest {
		s.latest.add(coarse(latency))
	}
	if counts {
		s.acknowledge.add(latency)
	}
}

// addError counts an error by its message; once there are maxErrors different ones, all further ones count as other errors.
func addError(counts map[string]int64, name string) {
	if _, known := counts[name]; !known && len(counts) >= maxErrors {
		name = "other errors"
	}
	counts[name]++
}

func (s *Sender) counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lockedCounts()
}

func (s *Sender) lockedCounts() Counts {
	counts := Counts{
		Type: "counts", Sent: s.sent.Load(), Acknowledged: s.acknowledged, AcknowledgedBytes: s.bytes,
		EncodedBytes: s.encodedBytes, MarkSum: s.markSum, Failed: s.failed,
		Blocked: s.blocked.Load(), BlockedNanos: s.waited.Load(), Late: s.late.Load(), MaxLateNanos: s.maxLate.Load(),
		BegunPartitions: len(s.begun), Sending: s.running.Load() == int64(s.request.Threads), CPUNanos: cpuNanos(),
	}
	if s.request.Latest {
		latest := s.latest.pairs()
		s.latest = histogram{}
		counts.LatestNanos = &latest
	}
	return counts
}

// finish ends the sending. With a limit, the remaining records are sent first. Altogether it takes no longer than the timeout
// plus the releaseTime.
func (s *Sender) finish(timeout time.Duration) Result {
	if s.request.Limit == 0 {
		s.stop.Store(true)
	}
	deadline := time.Now().Add(timeout)
	if !s.awaitThreads(deadline) {
		s.stop.Store(true)
	}
	s.producer.Flush(deadline)
	s.awaitThreads(time.Now().Add(releaseTime))
	for s.unanswered() > 0 && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	counts := s.lockedCounts()
	counts.Type = "result"
	if lost := counts.Sent - counts.Acknowledged - counts.Failed; lost > 0 {
		s.errors["not answered within the timeout"] += lost
		counts.Failed += lost
	}
	send, neverSent := s.ofAllThreads()
	return Result{counts, errorCounts(s.errors), send.pairs(), s.acknowledge.pairs(), neverSent.pairs()}
}

// ofAllThreads returns the times of all threads together.
func (s *Sender) ofAllThreads() (send, neverSent histogram) {
	for _, own := range s.sending {
		own.mu.Lock()
		send.addAll(&own.send)
		neverSent.addAll(&own.neverSent)
		own.mu.Unlock()
	}
	return send, neverSent
}

// awaitThreads returns whether all threads ended before the deadline.
func (s *Sender) awaitThreads(deadline time.Time) bool {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.threads.Wait()
	}()
	limit := time.NewTimer(time.Until(deadline))
	defer limit.Stop()
	select {
	case <-ended:
		return true
	case <-limit.C:
		return false
	}
}

func (s *Sender) unanswered() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent.Load() - s.acknowledged - s.failed
}

func errorCounts(known map[string]int64) []ErrorCount {
	counts := []ErrorCount{}
	for name, count := range known {
		counts = append(counts, ErrorCount{name, count})
	}
	return counts
}

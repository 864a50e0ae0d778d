package driver

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

const maxLine = 16 << 20

// Library is a client library.
type Library struct {
	// Name is the name of the client, Version the version of the library, Binding the module that it is used through.
	Name, Version, Binding string
	// NewProducer connects, and returns the number of partitions of each topic.
	NewProducer func(Request, Done) (Producer, map[string]int, error)
	// NewConsumer connects, and returns the number of partitions of each topic.
	NewConsumer func(Request) (Consumer, map[string]int, error)
	// NewCodec creates one of Kafka's codecs with a level of the library, or its default level.
	NewCodec func(codec string, level *int) (Codec, error)
}

var output sync.Mutex

func say(message any) {
	output.Lock()
	defer output.Unlock()
	if _, err := os.Stdout.Write(line(message)); err != nil {
		os.Exit(1)
	}
}

func fail(format string, arguments ...any) {
	say(Failed{"failed", strings.ReplaceAll(fmt.Sprintf(format, arguments...), "\n", " ")})
	os.Exit(1)
}

// Main runs the protocol until its standard input ends, which also happens when the parent is gone.
func Main(library Library) {
	// Ctrl-C goes to the parent's whole process group: the parent decides when this process ends.
	signal.Ignore(syscall.SIGINT)
	say(Hello{"hello", ProtocolVersion, library.Name, library.Version, library.Binding, runtime.Version(),
		[]string{"produce", "consume", "compress"}})
	lines := make(chan Request)
	go read(lines)
	first := <-lines
	switch first.Type {
	case "produce":
		produce(library, first, lines)
	case "consume":
		consume(library, first, lines)
	case "compress":
		compress(library, first, lines)
	default:
		fail("expected produce, consume or compress, got %q", first.Type)
	}
}

// read ends the process at the end of the input: by then nobody needs the work of other goroutines.
func read(lines chan<- Request) {
	scanner := bufio.NewScanner(os.Stdin)
	scanner.Buffer(make([]byte, 1<<16), maxLine)
	for scanner.Scan() {
		var request Request
		if err := json.Unmarshal(scanner.Bytes(), &request); err != nil {
			fail("not understood: %v", err)
		}
		lines <- request
	}
	os.Exit(0)
}

func produce(library Library, request Request, lines <-chan Request) {
	sender, err := newSender(request)
	if err != nil {
		fail("%v", err)
	}
	producer, partitions, err := library.NewProducer(request, sender.done)
	if err != nil {
		fail("%v", err)
	}
	sender.producer = producer
	say(Ready{"ready", partitions})
	started := false
	for next := range lines {
		switch next.Type {
		case "start":
			if started {
				fail("started already")
			}
			started = true
			sender.begin(fromEpoch(next.AtEpochNanos))
		case "open":
			sender.opened.Store(fromEpoch(next.AtEpochNanos))
			sender.closed.Store(never)
		case "close":
			sender.closed.Store(fromEpoch(next.AtEpochNanos))
		case "counts":
			say(sender.counts())
		case "finish":
			go func() { say(sender.finish(request.TimeoutDuration())) }()
		default:
			fail("expected start, open, close, counts or finish, got %q", next.Type)
		}
	}
}

func consume(library Library, request Request, lines <-chan Request) {
	consumer, partitions, err := library.NewConsumer(request)
	if err != nil {
		fail("%v", err)
	}
	received := newReceived()
	say(Ready{"ready", partitions})
	started := false
	for next := range lines {
		switch next.Type {
		case "start":
			if started {
				fail("started already")
			}
			started = true
			go func() {
				defer close(received.ended)
				sleep(max(1, fromEpoch(next.AtEpochNanos)-now()))
				consumer.Run(received)
			}()
		case "counts":
			say(received.consumed("consumed"))
		case "finish":
			received.stop.Store(true)
			if started {
				received.awaitEnd(request.TimeoutDuration())
			}
			say(received.consumed("result"))
		default:
			fail("expected start, counts or finish, got %q", next.Type)
		}
	}
}

// TimeoutDuration is the timeout for a record, and for connecting.
func (r Request) TimeoutDuration() time.Duration {
	if r.TimeoutMillis <= 0 {
		return 30 * time.Second
	}
	return time.Duration(r.TimeoutMillis) * time.Millisecond
}

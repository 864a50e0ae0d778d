// Package loop is the common part of the plain send loops that benchmarks/run driver-overhead compares the drivers with.
package loop

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"

	"dev.squeeze/clients/internal/driver"
)

var sent, bytes atomic.Int64

// Acknowledged counts an acknowledged record: an application knows which of its records it was.
func Acknowledged(record *driver.Record) {
	sent.Add(1)
	bytes.Add(record.Bytes())
}

// Run sends the records of a file in turn, calling the library directly. The program's arguments are the addresses of brokers, a
// topic, the file, the number of records to send, and a codec; it starts at the first byte on its standard input.
func Run(open func(brokers, topic, codec string) (send func(record *driver.Record), flush func(), err error)) {
	count, err := strconv.Atoi(os.Args[4])
	check(err)
	records, err := driver.Records(os.Args[3])
	check(err)
	send, flush, err := open(os.Args[1], os.Args[2], os.Args[5])
	check(err)
	fmt.Println("ready")
	_, err = bufio.NewReader(os.Stdin).ReadByte()
	check(err)
	for i := range count {
		send(&records[i%len(records)])
	}
	flush()
	if sent.Load() != int64(count) {
		check(fmt.Errorf("%d of %d records were acknowledged", sent.Load(), count))
	}
	fmt.Println("done")
	// Wait: the parent can read the CPU time only while the process exists.
	_, _ = os.Stdin.Read(make([]byte, 1))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

package driver

import (
	"syscall"
	"time"
)

// base is the start of the monotonic clock of now().
var base = time.Now()

// now returns the monotonic clock in nanoseconds.
func now() int64 { return int64(time.Since(base)) }

// fromEpoch converts nanoseconds since 1970 to those of now(), using the wall clock at the time of the call. The parent does
// the same, so that changes of the wall clock since the start have no effect.
func fromEpoch(nanos int64) int64 { return now() + nanos - time.Now().UnixNano() }

// cpuNanos returns the CPU time that all threads of this process have used.
func cpuNanos() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

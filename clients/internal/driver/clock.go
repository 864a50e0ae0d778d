package driver

import (
	"syscall"
	"time"
)

// base is where the monotonic clock of now() begins.
var base = time.Now()

// now is the monotonic clock in nanoseconds.
func now() int64 { return int64(time.Since(base)) }

// fromEpoch turns nanoseconds since 1970 into those of now(), by the time of day when it is called: the parent does the
// same, so that a time of day that was set since the start does not move what it asks for.
func fromEpoch(nanos int64) int64 { return now() + nanos - time.Now().UnixNano() }

// cpuNanos is what all threads of this process have used.
func cpuNanos() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

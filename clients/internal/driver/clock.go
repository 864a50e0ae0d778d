package driver

import (
	"syscall"
	"time"
)

// base ties the monotonic clock to the time of day once, so that a change of the latter does no harm.
var base = time.Now()

// now is the monotonic clock in nanoseconds.
func now() int64 { return int64(time.Since(base)) }

// fromEpoch turns nanoseconds since 1970 into those of now().
func fromEpoch(nanos int64) int64 { return nanos - base.UnixNano() }

// cpuNanos is what all threads of this process have used.
func cpuNanos() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

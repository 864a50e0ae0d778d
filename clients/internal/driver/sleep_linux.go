package driver

import "syscall"

// sleep is exact to some 60 us; Go's own timers may be late by more than a millisecond, since an idle runtime waits for
// the network in whole milliseconds.
func sleep(nanos int64) {
	left := syscall.NsecToTimespec(nanos)
	_ = syscall.Nanosleep(&left, nil)
}

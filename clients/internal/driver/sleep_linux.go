package driver

import "syscall"

// sleep is accurate to about 60 us; Go's own timers may be late by more than a millisecond, because an idle runtime polls the
// network in whole milliseconds.
func sleep(nanos int64) {
	left := syscall.NsecToTimespec(nanos)
	_ = syscall.Nanosleep(&left, nil)
}

//go:build !linux

package driver

import "time"

func sleep(nanos int64) { time.Sleep(time.Duration(nanos)) }

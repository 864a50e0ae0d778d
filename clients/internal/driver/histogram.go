package driver

import "math/bits"

// coarsePrecision is the precision of distributions that are reported many times a second: within 0.4 %.
const coarsePrecision = 7

// precision is the number of significant bits of a value: a bucket is within 0.1 % of its values.
const precision = 10

// histogram counts non-negative values in buckets whose width grows with the value.
type histogram struct {
	counts []int64
}

func (h *histogram) add(value int64) {
	bucket := bucketOf(max(0, value))
	for len(h.counts) <= bucket {
		h.counts = append(h.counts, make([]int64, 1<<precision)...)
	}
	h.counts[bucket]++
}

func (h *histogram) addAll(other *histogram) {
	for len(h.counts) < len(other.counts) {
		h.counts = append(h.counts, make([]int64, 1<<precision)...)
	}
	for bucket, count := range other.counts {
		h.counts[bucket] += count
	}
}

// coarse returns the middle of the coarse bucket that a value belongs to.
func coarse(value int64) int64 {
	shift := bits.Len64(uint64(max(0, value))) - coarsePrecision - 1
	if shift <= 0 {
		return value
	}
	return value>>shift<<shift + 1<<shift/2
}

func bucketOf(value int64) int {
	if value < 2<<precision {
		return int(value)
	}
	shift := bits.Len64(uint64(value)) - precision - 1
	return shift<<precision + int(value>>shift)
}

func middleOf(bucket int) int64 {
	if bucket < 2<<precision {
		return int64(bucket)
	}
	shift := bucket>>precision - 1
	return int64(bucket-shift<<precision)<<shift + 1<<shift/2
}

// pairs returns values with their counts, ascending.
func (h *histogram) pairs() [][2]int64 {
	pairs := [][2]int64{}
	for bucket, count := range h.counts {
		if count > 0 {
			pairs = append(pairs, [2]int64{middleOf(bucket), count})
		}
	}
	return pairs
}

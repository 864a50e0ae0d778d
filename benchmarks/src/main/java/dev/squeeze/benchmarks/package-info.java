/**
 * Benchmarks of the tool itself: its hot loops, the coverage of its intervals, and its codec calls compared with plain
 * C.
 */
package dev.squeeze.benchmarks;

/** Benchmarks of the tool itself: its hot loops, the coverage of its intervals, and its codec calls beside plain C. */
package dev.squeeze.benchmarks;

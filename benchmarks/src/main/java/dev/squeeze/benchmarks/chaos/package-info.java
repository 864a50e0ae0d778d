/**
 * Tries to break delivery guarantees with real processes and real brokers. The ledger of what was promised and what is there uses
 * Kafka's own clients and plain sockets only, never the classes of the program under test.
 */
package dev.squeeze.benchmarks.chaos;

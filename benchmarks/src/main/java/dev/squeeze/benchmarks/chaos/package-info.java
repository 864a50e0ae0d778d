/**
 * Tries to break delivery guarantees with real processes and real brokers. The ledger of promises, and the reading of
 * what is stored, use only Kafka's own clients and plain sockets, never the classes of the program under test.
 */
package dev.squeeze.benchmarks.chaos;

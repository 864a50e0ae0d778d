package dev.squeeze.benchmarks;

/** One run of a producer and then of a consumer. */
record ClientRun(ClientFigures producer, ClientFigures consumer) {}

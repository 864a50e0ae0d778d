package dev.squeeze.kit.document;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The service that took the records over HTTP.
 *
 * @param own true for gateways of our own, one for each arm
 * @param address of a foreign service, with the path; of our own left out, since it differs each time
 * @param connections that sent
 * @param acknowledge when one of our own answers: {@code queued} or {@code broker}
 * @param queueRecords that may wait in one of our own
 * @param heapBytes of each of our own
 */
public record ServiceInfo(
        boolean own,
        Optional<String> address,
        int connections,
        Optional<String> acknowledge,
        OptionalInt queueRecords,
        OptionalLong heapBytes) {}

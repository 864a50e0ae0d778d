package dev.squeeze.kit.document;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The service that received the records over HTTP.
 *
 * @param own whether it was a gateway of this tool, one for each arm
 * @param address of an external service, with the path; absent for this tool's own, where it differs each time
 * @param connections number of connections that sent records
 * @param acknowledge when this tool's gateway responds: {@code queued} or {@code broker}
 * @param queueRecords maximum number of records waiting in this tool's gateway
 * @param heapBytes of each of this tool's gateways
 */
public record ServiceInfo(
        boolean own,
        Optional<String> address,
        int connections,
        Optional<String> acknowledge,
        OptionalInt queueRecords,
        OptionalLong heapBytes) {}

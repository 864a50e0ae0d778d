package dev.squeeze.kit.kafka;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.FindCoordinatorResponseData.Coordinator;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.FindCoordinatorRequest;
import org.apache.kafka.common.requests.FindCoordinatorRequest.CoordinatorType;
import org.apache.kafka.common.requests.FindCoordinatorResponse;

/** Finds the coordinators of groups and transactions, and sends them requests. */
final class Coordinators {
    /** Transaction markers are written within milliseconds. */
    private static final Duration PAUSE = Duration.ofMillis(5);

    private static final Set<Errors> MOVED =
            EnumSet.of(Errors.NOT_COORDINATOR, Errors.COORDINATOR_NOT_AVAILABLE, Errors.COORDINATOR_LOAD_IN_PROGRESS);

    /** Retriable: a transaction is still completing, or a topic is so new that not every broker knows it. */
    private static final Set<Errors> RETRIABLE =
            EnumSet.of(Errors.CONCURRENT_TRANSACTIONS, Errors.UNKNOWN_TOPIC_OR_PARTITION);

    private final RawClient client;
    private final Map<Kind, Node> known = new HashMap<>();

    enum Kind {
        GROUP(CoordinatorType.GROUP),
        TRANSACTION(CoordinatorType.TRANSACTION);

        private final CoordinatorType type;

        Kind(CoordinatorType type) {
            this.type = type;
        }
    }

    Coordinators(RawClient client) {
        this.client = client;
    }

    /**
     * Sends a request until there is a response without an error.
     *
     * @param key the group or the transactional id; an instance supports one of each kind
     * @param request may be sent more than once
     * @param what the start of an error message
     * @throws RawAccessException if the error is not retriable or the time limit is exceeded
     */
    AbstractResponse ask(
            Kind kind,
            String key,
            Supplier<AbstractRequest.Builder<?>> request,
            String what,
            Function<AbstractResponse, Errors> errorOf) {
        Deadline deadline = client.connections().deadline();
        while (true) {
            Node coordinator = known.get(kind);
            if (coordinator == null) {
                coordinator = find(kind, key, what, deadline);
                known.put(kind, coordinator);
            }
            Optional<AbstractResponse> response = client.connections().ask(coordinator, request.get(), what, deadline);
            if (response.isEmpty()) {
                // Another broker may be the coordinator by now.
                known.remove(kind);
                client.brokerLost(coordinator, deadline);
                continue;
            }
            Errors error = errorOf.apply(response.get());
            if (error == Errors.NONE) {
                return response.get();
            }
            boolean moved = MOVED.contains(error);
            if (!(moved || RETRIABLE.contains(error)) || deadline.isPast()) {
                throw BrokerErrors.exception(what, error);
            }
            if (moved) {
                known.remove(kind);
            }
            client.connections().pause(deadline, PAUSE);
        }
    }

    private Node find(Kind kind, String key, String what, Deadline deadline) {
        while (true) {
            FindCoordinatorResponse response = (FindCoordinatorResponse) client.askAny(
                    new FindCoordinatorRequest.Builder(new FindCoordinatorRequestData()
                            .setKeyType(kind.type.id())
                            .setCoordinatorKeys(List.of(key))),
                    what,
                    deadline);
            Errors error = Errors.COORDINATOR_NOT_AVAILABLE;
            for (Coordinator found : response.coordinators()) {
                error = Errors.forCode(found.errorCode());
                if (error == Errors.NONE) {
                    return new Node(found.nodeId(), found.host(), found.port());
                }
            }
            if (!MOVED.contains(error) || deadline.isPast()) {
                throw BrokerErrors.exception(what, error);
            }
            client.connections().pause(deadline, PAUSE);
        }
    }
}

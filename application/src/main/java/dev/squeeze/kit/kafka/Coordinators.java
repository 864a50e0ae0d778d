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

/** The brokers that keep groups and transactions, and requests to them. */
final class Coordinators {
    /** The marks of a transaction's end are written within milliseconds. */
    private static final Duration PAUSE = Duration.ofMillis(5);

    private static final Set<Errors> MOVED =
            EnumSet.of(Errors.NOT_COORDINATOR, Errors.COORDINATOR_NOT_AVAILABLE, Errors.COORDINATOR_LOAD_IN_PROGRESS);

    /** A transaction that is being ended, and a topic so young that not every broker knows it. */
    private static final Set<Errors> PASSING =
            EnumSet.of(Errors.CONCURRENT_TRANSACTIONS, Errors.UNKNOWN_TOPIC_OR_PARTITION);

    private final RawClient client;
    private final Map<Kind, Node> known = new HashMap<>();

    /** What a broker coordinates. */
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
     * Asks until there is an answer without an error.
     *
     * @param key the group or the transactional id; one of each kind for an instance
     * @param request that may be sent more than once
     * @param what to begin an error message with
     * @throws RawAccessException when the error does not pass
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
                // Another broker may have it by now.
                known.remove(kind);
                client.brokerLost(coordinator, deadline);
                continue;
            }
            Errors error = errorOf.apply(response.get());
            if (error == Errors.NONE) {
                return response.get();
            }
            boolean moved = MOVED.contains(error);
            if (!(moved || PASSING.contains(error)) || deadline.isPast()) {
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

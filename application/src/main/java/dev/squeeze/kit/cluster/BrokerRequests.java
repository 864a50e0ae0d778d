package dev.squeeze.kit.cluster;

import dev.squeeze.kit.environment.child.ChildRequest;
import dev.squeeze.kit.environment.child.RequestRefusedException;
import dev.squeeze.kit.kafka.broker.BrokerSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Sends a request to all brokers at the same time, and waits for all responses. */
final class BrokerRequests {
    private static final long DEATH_TIMEOUT_MILLIS = 2_000;

    private BrokerRequests() {}

    /**
     * @param argument for each broker
     * @return the responses, in the order of the brokers
     * @throws ClusterException if a broker has died, refuses the request, or does not respond in time
     */
    static List<String> ask(
            List<BrokerProcess> brokers, ChildRequest request, Function<BrokerProcess, String> argument) {
        List<CompletableFuture<String>> asked = new ArrayList<>();
        for (BrokerProcess broker : brokers) {
            asked.add(broker.ask(request, argument.apply(broker)));
        }
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < brokers.size(); i++) {
            answers.add(await(brokers.get(i), asked.get(i)));
        }
        return answers;
    }

    /** Sends a request without an argument or result. */
    static void send(List<BrokerProcess> brokers, ChildRequest request) {
        ask(brokers, request, broker -> "");
    }

    /** @return the usage of each broker, in order */
    static List<BrokerUsage> usage(List<BrokerProcess> brokers) {
        List<String> answers = ask(brokers, ChildRequest.USAGE, broker -> "");
        List<BrokerUsage> usages = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            String name = String.valueOf(brokers.get(i).node());
            try {
                BrokerSnapshot snapshot = BrokerSnapshot.decode(answers.get(i));
                usages.add(new BrokerUsage(name, true, snapshot.jvm(), snapshot.counters()));
            } catch (IOException e) {
                throw new ClusterException(
                        "broker " + name + " did not answer with its usage: " + e.getMessage()
                                + "; build Squeeze again",
                        e);
            }
        }
        return usages;
    }

    private static String await(BrokerProcess broker, CompletableFuture<String> answer) {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while waiting for broker " + broker.node(), e);
        } catch (ExecutionException e) {
            throw failure(broker, e.getCause() == null ? e : e.getCause());
        }
    }

    private static ClusterException failure(BrokerProcess broker, Throwable cause) {
        if (cause instanceof RequestRefusedException refused) {
            return new ClusterException("broker " + broker.node() + ": " + refused.getMessage(), refused);
        }
        if (cause instanceof TimeoutException) {
            return new ClusterException(
                    "broker " + broker.node()
                            + " does not respond: stop other work on this machine, or look into "
                            + broker.logFile(),
                    LogTail.of(broker.logFile()));
        }
        return broker.deathWithin(DEATH_TIMEOUT_MILLIS);
    }
}

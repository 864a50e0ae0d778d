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

/** Sends a request to every broker at the same time, and waits for all answers. */
final class BrokerRequests {
    private static final long DEATH_TIMEOUT_MILLIS = 2_000;

    private BrokerRequests() {}

    /**
     * @param argument for each broker
     * @return the answers, in the order of the brokers
     * @throws ClusterException when a broker has died, refuses, or does not answer in time
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

    /** Asks for what needs no argument and gives no answer. */
    static void send(List<BrokerProcess> brokers, ChildRequest request) {
        ask(brokers, request, broker -> "");
    }

    /** @return what each broker has used, in their order */
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
            throw new ClusterException("interrupted while broker " + broker.node() + " was asked", e);
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
                            + " does not answer: stop what else keeps this machine busy, or look into "
                            + broker.logFile(),
                    LogTail.of(broker.logFile()));
        }
        return broker.deathWithin(DEATH_TIMEOUT_MILLIS);
    }
}

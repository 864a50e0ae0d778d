package dev.squeeze.feature.gateway;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Clients that post one record after the other until they are stopped, and remember which were answered with 2xx. */
final class GatewayClients implements AutoCloseable {
    private static final long JOIN_SECONDS = 40;

    /** Without a pause, a few clients would use the whole machine while a test waits for something. */
    private static final long PAUSE_MILLIS = 2;

    private final RunningGateway gateway;
    private final String topic;
    private final List<Thread> threads = new ArrayList<>();
    private final Set<String> taken = ConcurrentHashMap.newKeySet();
    private final Set<String> otherAnswers = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    private GatewayClients(RunningGateway gateway, String topic) {
        this.gateway = gateway;
        this.topic = topic;
    }

    /** @param headers headers of every request; compacted topics need {@code Kafka-Key} */
    static GatewayClients start(RunningGateway gateway, String topic, int number, String... headers) {
        GatewayClients clients = new GatewayClients(gateway, topic);
        for (int i = 0; i < number; i++) {
            String name = topic + "/" + i;
            Thread thread = new Thread(() -> clients.post(name, headers), "client " + name);
            thread.setDaemon(true);
            clients.threads.add(thread);
            thread.start();
        }
        return clients;
    }

    private void post(String name, String... headers) {
        for (int i = 0; !stopped; i++) {
            String value = name + ":" + i;
            try {
                HttpResponse<String> answer = gateway.post(topic, value, headers);
                if (answer.statusCode() / 100 == 2) {
                    taken.add(value);
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                } else {
                    otherAnswers.add(answer.statusCode() + " " + answer.body().strip());
                    TimeUnit.MILLISECONDS.sleep(5);
                }
            } catch (Exception e) {
                otherAnswers.add(e.toString());
                return;
            }
        }
    }

    /** The values of records that were answered with 2xx. */
    Set<String> taken() {
        return taken;
    }

    Set<String> otherAnswers() {
        return otherAnswers;
    }

    void awaitTaken(int more) throws InterruptedException {
        int wanted = taken.size() + more;
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(JOIN_SECONDS);
        while (taken.size() < wanted) {
            if (System.nanoTime() > deadlineNanos) {
                throw new AssertionError(taken.size() + " taken, not " + wanted + "; " + otherAnswers);
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** Ends the clients after the responses that they are waiting for. */
    void end() throws InterruptedException {
        close();
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(JOIN_SECONDS));
            if (thread.isAlive()) {
                throw new AssertionError(thread.getName() + " still waits for its answer");
            }
        }
    }

    @Override
    public void close() {
        stopped = true;
    }
}

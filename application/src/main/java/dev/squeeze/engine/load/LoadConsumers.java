package dev.squeeze.engine.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.squeeze.engine.workers.WorkPlace;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The consumers of a worker's share of a load, keyed by the number that orders refer to them by. */
final class LoadConsumers {
    static final String OPEN = "open-consumers";
    static final String START = "start-consumers";
    static final String FINISH = "finish-consumers";
    static final String CLOSE = "close-consumers";

    private final LoadTask task;
    private final WorkPlace place;
    private final MeasuringWindow window;
    private final Map<Integer, ConsumerLoad> open = new ConcurrentHashMap<>();

    LoadConsumers(LoadTask task, WorkPlace place, MeasuringWindow window) {
        this.task = task;
        this.place = place;
        this.window = window;
    }

    /** Name of the answer once the consumers are open. */
    static String ready(int number) {
        return "consumers-ready-" + number;
    }

    /** Name of the answer once everything has been read. */
    static String consumed(int number) {
        return "consumed-" + number;
    }

    /**
     * Carries out an order.
     *
     * @param check called many times a second; what it throws ends the reading
     * @return whether the order is one for consumers
     */
    boolean order(String order, JsonNode body, Runnable check) throws InterruptedException {
        int number = body.path("number").asInt();
        ConsumerLoad known = open.get(number);
        switch (order) {
            case OPEN -> open(number, body);
            case START -> known(known).start();
            case FINISH -> {
                // The number of records in these partitions is unknown; with acks=0 some may still be on their way.
                known(known).finish(task.settings().unacknowledged() ? Long.MAX_VALUE : 0, check);
                place.answer(consumed(number), ConsumerReport.of(known(known)).toJson());
            }
            case CLOSE -> {
                if (known != null) {
                    open.remove(number);
                    known.close();
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static ConsumerLoad known(@Nullable ConsumerLoad consumers) {
        if (consumers == null) {
            throw new IllegalArgumentException("there are no such consumers");
        }
        return consumers;
    }

    private void open(int number, JsonNode body) {
        Map<String, String> properties = LoadTask.properties(body.path("properties"));
        LoadTask.requireShareable(properties);
        open.put(
                number,
                ConsumerLoad.open(
                        place.underTest(),
                        new ConsumerSettings(
                                ConsumerSettings.When.CONCURRENT,
                                body.path("consumers").asInt(),
                                body.path("groups").asInt(),
                                properties),
                        new KafkaProducerLoad.Share(
                                body.path("first").asInt(), body.path("own").asInt()),
                        task.topics(),
                        task.settings().partitions(),
                        window,
                        task.timeout(),
                        body.path("comparing").asBoolean(),
                        null));
        place.answer(ready(number), JsonNodeFactory.instance.objectNode());
    }

    /** Bytes of keys and values read so far. */
    long payloadBytes() {
        return open.values().stream().mapToLong(ConsumerLoad::payloadBytes).sum();
    }

    void close() {
        open.values().forEach(ConsumerLoad::close);
    }
}

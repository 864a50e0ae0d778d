package dev.squeeze.engine.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.workers.Work;
import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.environment.JvmUsage;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/** A worker's share of a load: the same producers as on one machine, with a window that is told ahead. */
final class LoadWork implements Work {
    static final String READY = "ready";
    static final String RESULT = "result";
    static final String START = "start";
    static final String OPEN_WINDOW = "open-window";
    static final String CLOSE_WINDOW = "close-window";
    static final String FINISH = "finish";
    static final String AT = "at";

    private final WorkPlace place;
    private final LoadTarget target;
    private final MeasuringWindow window = new MeasuringWindow(false);
    private final KafkaProducerLoad load;
    private final long openedNanos = System.nanoTime();
    private long lateNanos;
    private long startNanos;
    private Optional<CounterSnapshot> begin = Optional.empty();
    private Optional<CounterSnapshot.Difference> measured = Optional.empty();
    private volatile boolean closed;

    private LoadWork(LoadTask task, Payload payload, WorkPlace place) {
        this.place = place;
        this.target = LoadTarget.of(new LiveCluster(place.underTest(), Optional.empty(), () -> {}));
        this.load = KafkaProducerLoad.open(
                place.underTest(),
                task.settings(),
                task.share(),
                task.topics(),
                payload.in(task.order()),
                window,
                task.timeout());
    }

    static LoadWork open(LoadTask task, Payload payload, WorkPlace place) {
        JvmUsage.timeContention();
        LoadWork work = new LoadWork(task, payload, place);
        place.answer(READY, JsonNodeFactory.instance.objectNode());
        return work;
    }

    @Override
    public void order(String order, JsonNode body) throws InterruptedException {
        long at = body.path(AT).asLong();
        switch (order) {
            case START -> {
                noteLate(at);
                startNanos = at;
                load.start(at, null);
            }
            case OPEN_WINDOW -> {
                noteLate(at);
                window.open(at);
                awaitMoment(at);
                begin = Optional.of(snapshot());
            }
            case CLOSE_WINDOW -> {
                noteLate(at);
                awaitMoment(at);
                CounterSnapshot end = snapshot();
                window.close(at);
                measured = begin.map(before -> end.minus(before, startNanos));
            }
            case FINISH -> {
                load.finish(this::requireOpen);
                place.result(RESULT, report().toJson());
            }
            default -> throw new IllegalArgumentException("a load knows no order '" + order + "'");
        }
    }

    private CounterSnapshot snapshot() {
        return CounterSnapshot.take(target, Optional.empty(), load, null);
    }

    private void noteLate(long at) {
        lateNanos = Math.max(lateNanos, System.nanoTime() - at);
    }

    private void awaitMoment(long at) throws InterruptedException {
        long left = at - System.nanoTime();
        if (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
        requireOpen();
    }

    private void requireOpen() {
        if (closed || place.isOver()) {
            throw new CancellationException("the load was given up");
        }
    }

    private LoadReport report() {
        CounterSnapshot.Difference difference =
                measured.orElseThrow(() -> new IllegalStateException("the load was ended before its window"));
        TrialResult.Window seen = difference.window();
        return new LoadReport(
                load.progress(),
                load.acknowledged(),
                load.encodedBytes(),
                load.errors(),
                load.sendLatencyNanos(),
                load.acknowledgeLatencyNanos(),
                new LoadReport.Window(
                        new LoadProgress(0, seen.records(), seen.payloadBytes(), seen.refused(), seen.bufferFull()),
                        seen.client(),
                        seen.machine(),
                        difference.metrics()),
                place.standstillNanosSince(openedNanos),
                Math.max(0, lateNanos));
    }

    @Override
    public ObjectNode progress() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("progress", LoadReport.toJson(load.progress()));
        return json.put("sending", load.isSending())
                .put(
                        "begun",
                        Base64.getEncoder()
                                .encodeToString(load.begunPartitions().toByteArray()));
    }

    @Override
    public void close() {
        closed = true;
        load.close();
    }
}

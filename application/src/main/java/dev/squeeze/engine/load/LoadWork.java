package dev.squeeze.engine.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.workers.Work;
import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.environment.JvmUsage;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/** A worker's share of a load: the same producers as on one machine, with a window that is announced in advance. */
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
    private final Optional<LoadedService> service;
    private final MeasuringWindow window;
    private final LoadGenerator load;
    private final LoadBeat beat;
    private final LoadConsumers consumers;
    private final long openedNanos = System.nanoTime();
    private long lateNanos;
    private long startNanos;
    private Optional<CounterSnapshot> begin = Optional.empty();
    private Optional<WindowDifference> measured = Optional.empty();
    private volatile boolean closed;

    private LoadWork(LoadTask task, Payload payload, Optional<LoadedService> service, WorkPlace place) {
        this.place = place;
        this.service = service;
        this.target = LoadTarget.of(new LiveCluster(place.underTest(), Optional.empty(), () -> {}));
        this.window = new MeasuringWindow(task.followed());
        this.load = generator(task, payload.in(task.order()));
        this.beat = new LoadBeat(load, task.followed());
        this.consumers = new LoadConsumers(task, place, window);
    }

    private LoadGenerator generator(LoadTask task, Payload payload) {
        LoadSettings settings = task.settings();
        if (service.isPresent()) {
            int all = task.gateway().orElseThrow().connections();
            return new HttpLoad(
                    service.get(), settings, task.share(), all, task.topics(), payload, window, task.timeout());
        }
        return settings.client().isPresent()
                ? DriverLoads.open(
                        place.underTest(),
                        settings,
                        settings.client().get(),
                        task.share(),
                        task.topics(),
                        payload,
                        task.followed(),
                        task.timeout(),
                        place::isOver)
                : KafkaProducerLoad.open(
                        place.underTest(), settings, task.share(), task.topics(), payload, window, task.timeout());
    }

    /** @param service that the records are sent through; empty if producers send */
    static LoadWork open(LoadTask task, Payload payload, Optional<LoadedService> service, WorkPlace place) {
        JvmUsage.timeContention();
        LoadWork work = new LoadWork(task, payload, service, place);
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
                beat.exclusively(() -> load.start(at, null));
            }
            case OPEN_WINDOW -> {
                noteLate(at);
                window.open(at);
                beat.exclusively(() -> load.windowOpened(at));
                awaitMoment(at);
                beat.exclusively(() -> begin = Optional.of(snapshot()));
            }
            case CLOSE_WINDOW -> {
                noteLate(at);
                beat.exclusively(() -> load.windowClosed(at));
                awaitMoment(at);
                beat.exclusively(() -> measured = begin.map(before -> snapshot().minus(before, startNanos)));
                window.close(at);
            }
            case FINISH -> {
                beat.exclusively(() -> load.finish(this::requireOpen));
                place.result(RESULT, report().toJson());
            }
            default -> {
                if (!consumers.order(order, body, this::requireOpen)) {
                    throw new IllegalArgumentException("unknown order for a load: '" + order + "'");
                }
            }
        }
    }

    private CounterSnapshot snapshot() {
        return CounterSnapshot.take(target, service.flatMap(LoadedService::own), load, consumers::payloadBytes);
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
            throw new CancellationException("the load was cancelled");
        }
    }

    private LoadReport report() {
        WindowDifference difference =
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
                        difference.metrics(),
                        seen.service(),
                        seen.driversCpuNanos(),
                        difference.consumedBytes()),
                load.refusedByStatus(),
                load.drivers(),
                place.standstillNanosSince(openedNanos),
                Math.max(0, lateNanos));
    }

    @Override
    public ObjectNode progress() {
        return beat.next();
    }

    @Override
    public void close() {
        closed = true;
        load.close();
        consumers.close();
    }
}

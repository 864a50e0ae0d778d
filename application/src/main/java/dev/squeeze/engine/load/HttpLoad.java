package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.OwnService;
import dev.squeeze.kit.cluster.ProducerMetrics;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends records over HTTP, one per request. If a service of our own answers before the broker has acknowledged,
 * progress counts only what the broker has acknowledged: otherwise a full queue behind the answers would be mistaken
 * for throughput.
 */
final class HttpLoad implements LoadGenerator {
    private static final long POLL_MILLIS = 20;

    private final LoadedService service;
    private final LoadSettings settings;
    private final List<URI> topics;
    private final Payload payload;
    private final KafkaProducerLoad.Share share;
    private final int allConnections;
    private final MeasuringWindow window;
    private final Duration timeout;
    private final RefusedRequests refusals;
    private final List<HttpLoadClient> clients = new ArrayList<>();
    private final Optional<OwnService.Delivery> before;
    private final SendErrors undelivered = new SendErrors();
    private volatile boolean stopped;

    /** Uses all connections of the service. */
    HttpLoad(
            LoadedService service,
            LoadSettings settings,
            List<String> topics,
            Payload payload,
            MeasuringWindow window,
            Duration timeout) {
        this(
                service,
                settings,
                new KafkaProducerLoad.Share(0, service.target().connections()),
                service.target().connections(),
                topics,
                payload,
                window,
                timeout);
    }

    /**
     * @param share the connections of this process; the others are on other machines, each with its own service
     * @param allConnections number of connections that share the load
     */
    HttpLoad(
            LoadedService service,
            LoadSettings settings,
            KafkaProducerLoad.Share share,
            int allConnections,
            List<String> topics,
            Payload payload,
            MeasuringWindow window,
            Duration timeout) {
        this.service = service;
        this.refusals = new RefusedRequests(service.own().isPresent());
        this.settings = settings;
        this.share = share;
        this.allConnections = allConnections;
        this.topics = topics.stream().map(service.target()::uri).toList();
        this.payload = payload;
        this.window = window;
        this.timeout = timeout;
        this.before = service.own().map(OwnService::delivery);
    }

    @Override
    public void start(long startNanos, @Nullable EndToEnd endToEnd) {
        boolean closedLoop = settings.profile() instanceof LoadProfile.ClosedLoop;
        for (int i = share.first(); i < share.first() + share.count(); i++) {
            Pacer pacer = Pacer.of(settings.profile(), i, allConnections, startNanos, () -> stopped);
            clients.add(new HttpLoadClient(
                    i,
                    allConnections,
                    service,
                    topics,
                    payload,
                    timeout,
                    window,
                    refusals,
                    pacer,
                    closedLoop,
                    () -> stopped));
        }
        clients.forEach(HttpLoadClient::start);
    }

    @Override
    public List<HttpLoadClient> clients() {
        return clients;
    }

    @Override
    public LoadProgress progress() {
        LoadProgress answered = LoadGenerator.super.progress();
        if (service.own().isEmpty() || before.isEmpty() || !service.own().get().answersEarly()) {
            return answered;
        }
        OwnService.Delivery now = service.own().get().delivery();
        return new LoadProgress(
                answered.sent(),
                now.acknowledged() - before.get().acknowledged(),
                now.acknowledgedBytes() - before.get().acknowledgedBytes(),
                answered.refused(),
                answered.bufferFull());
    }

    @Override
    public ProducerMetrics metrics() {
        return service.own()
                .map(own -> own.usage().producer())
                .orElse(new ProducerMetrics(0, 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty()));
    }

    @Override
    public Map<String, Long> refusedByStatus() {
        return refusals.byStatus();
    }

    @Override
    public SendErrors errors() {
        SendErrors all = LoadGenerator.super.errors();
        all.add(undelivered);
        if (acknowledged().records() == 0 && !refusals.byStatus().isEmpty()) {
            long refused = refusals.byStatus().values().stream()
                    .mapToLong(count -> count)
                    .sum();
            all.add("refused", service.target() + " accepted no record and answered " + refusals.examples(), refused);
        }
        return all;
    }

    @Override
    public void finish(Runnable check) throws InterruptedException {
        stopped = true;
        long deadlineNanos = System.nanoTime() + 2 * timeout.toNanos();
        for (HttpLoadClient client : clients) {
            while (!client.join(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS))) {
                check.run();
                if (System.nanoTime() > deadlineNanos) {
                    throw new ClusterException(
                            service.target() + " does not answer: look at its log, or raise --timeout");
                }
            }
        }
        if (service.own().isPresent() && before.isPresent()) {
            awaitDelivery(service.own().get(), before.get(), check);
        }
    }

    /** Waits until records that were answered early are in the log, before the log is read. */
    private void awaitDelivery(OwnService own, OwnService.Delivery start, Runnable check) throws InterruptedException {
        long accepted = acknowledged().records();
        long deadlineNanos = System.nanoTime() + 2 * timeout.toNanos();
        while (true) {
            OwnService.Delivery now = own.delivery();
            long failed = now.failed() - start.failed();
            long open = accepted - (now.acknowledged() - start.acknowledged()) - failed;
            if (open <= 0) {
                if (failed > 0 && own.answersEarly()) {
                    undelivered.add("undelivered", "the gateway accepted them and could not deliver them", failed);
                }
                return;
            }
            if (System.nanoTime() > deadlineNanos) {
                throw new ClusterException(String.format(
                        Locale.ROOT,
                        "%,d records that the gateway accepted were not delivered within %,d s: the broker does not keep up;"
                                + " look at its log, or raise --timeout",
                        open,
                        2 * timeout.toSeconds()));
            }
            check.run();
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    @Override
    public void close() {
        stopped = true;
        clients.forEach(HttpLoadClient::interrupt);
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        try {
            for (HttpLoadClient client : clients) {
                client.join(deadlineNanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

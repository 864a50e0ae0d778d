package dev.squeeze.engine.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.squeeze.engine.drivers.DriverHello;
import dev.squeeze.engine.workers.Crew;
import dev.squeeze.engine.workers.CrewMember;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.kafka.ContentDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Producers on other machines under a load profile: each worker runs a range of them and keeps its own counts. While
 * they send, progress is as old as the latest heartbeats; at the end, all counts come from the workers.
 */
final class WorkerLoads implements LoadGenerator {
    /** For a worker to start its threads and connections and, the first time, to read the records. */
    private static final Duration SLACK = Duration.ofSeconds(30);
    /** A worker that has never sent with a client library builds its driver first. */
    private static final Duration BUILDING = Duration.ofMinutes(5);

    private final Crew crew;
    private final List<LoadTask> tasks;
    private final Duration timeout;
    private final Consumer<List<WorkerShare>> ending;
    private List<LoadReport> reports = List.of();
    private final WorkerLatencies latencies = new WorkerLatencies();
    private boolean ended;

    private WorkerLoads(Crew crew, List<LoadTask> tasks, Duration timeout, Consumer<List<WorkerShare>> ending) {
        this.crew = crew;
        this.tasks = tasks;
        this.timeout = timeout;
        this.ending = ending;
    }

    /**
     * Distributes the shares, and waits until every worker has connected; nothing is sent yet.
     *
     * @param tasks by slot
     * @param check called many times a second; what it throws ends the waiting
     * @param ending receives what each worker did; by throwing, it discards the load
     */
    static WorkerLoads open(
            Crew crew, List<LoadTask> tasks, Duration timeout, Runnable check, Consumer<List<WorkerShare>> ending) {
        WorkerLoads loads = new WorkerLoads(crew, tasks, timeout, ending);
        try {
            crew.open(LoadTask.KIND, tasks.stream().map(LoadTask::toJson).toList());
            crew.await(LoadWork.READY, loads.preparing(), check);
            return loads;
        } catch (RuntimeException e) {
            loads.close();
            throw e;
        }
    }

    private Duration preparing() {
        Duration connecting = timeout.plus(SLACK);
        return tasks.get(0).settings().client().isPresent() ? connecting.plus(BUILDING) : connecting;
    }

    @Override
    public Duration notice() {
        return crew.notice();
    }

    @Override
    public void start(long startNanos, @Nullable EndToEnd endToEnd) {
        orderAt(LoadWork.START, startNanos);
    }

    @Override
    public void windowOpened(long nanos) {
        orderAt(LoadWork.OPEN_WINDOW, nanos);
    }

    @Override
    public void windowClosed(long nanos) {
        orderAt(LoadWork.CLOSE_WINDOW, nanos);
    }

    private void orderAt(String order, long nanos) {
        for (CrewMember member : crew.members()) {
            crew.order(
                    member,
                    order,
                    JsonNodeFactory.instance.objectNode().put(LoadWork.AT, crew.inTimeOf(member, nanos)));
        }
    }

    /** Empty: no client runs in this JVM. */
    @Override
    public List<LoadClient> clients() {
        return List.of();
    }

    private List<Optional<JsonNode>> beats() {
        crew.requireAll();
        crew.requireNoFailure();
        return crew.progress();
    }

    @Override
    public LoadProgress progress() {
        List<LoadProgress> shares = reports.isEmpty()
                ? beats().stream()
                        .flatMap(Optional::stream)
                        .map(beat -> LoadReport.progress(beat.path("progress")))
                        .toList()
                : reports.stream().map(LoadReport::progress).toList();
        return shares.stream().reduce(LoadProgress.NONE, LoadProgress::plus);
    }

    /** A worker that has not reported yet counts as sending. */
    @Override
    public boolean isSending() {
        return beats().stream()
                .allMatch(beat ->
                        beat.map(known -> known.path("sending").asBoolean(true)).orElse(true));
    }

    @Override
    public boolean hasBegunPartitions() {
        BitSet begun = new BitSet();
        for (Optional<JsonNode> beat : beats()) {
            if (beat.map(known -> known.path("begunAll").asBoolean()).orElse(false)) {
                return true;
            }
            beat.ifPresent(known -> begun.or(BitSet.valueOf(
                    Base64.getDecoder().decode(known.path("begun").asText("")))));
        }
        LoadTask any = tasks.get(0);
        return begun.cardinality() >= any.topics().size() * any.settings().partitions();
    }

    /** Metrics of the workers' producers arrive with their results, except for the bytes sent so far. */
    @Override
    public ProducerMetrics metrics() {
        double sent = reports.isEmpty()
                ? beats().stream()
                        .flatMap(Optional::stream)
                        .mapToDouble(beat -> beat.path("outgoingBytes").asDouble())
                        .sum()
                : 0;
        return new ProducerMetrics(sent, 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** As far as the workers' heartbeats have reported them. */
    @Override
    public Optional<Histogram> latestAcknowledgeNanos() {
        return tasks.get(0).followed() ? Optional.of(latencies.since(crew.progress())) : Optional.empty();
    }

    @Override
    public void finish(Runnable check) {
        crew.members().forEach(member -> crew.order(member, LoadWork.FINISH, JsonNodeFactory.instance.objectNode()));
        List<JsonNode> answers =
                crew.await(LoadWork.RESULT, timeout.multipliedBy(2).plus(SLACK), check);
        List<LoadReport> read = new ArrayList<>();
        for (CrewMember member : crew.members()) {
            read.add(LoadReport.of(answers.get(member.slot()), member.name()));
        }
        reports = List.copyOf(read);
        ended = true;
        ending.accept(shares());
    }

    @Override
    public ContentDigest acknowledged() {
        return reports.stream().map(LoadReport::acknowledged).reduce(ContentDigest.EMPTY, ContentDigest::plus);
    }

    @Override
    public long encodedBytes() {
        return sum(LoadReport::encodedBytes);
    }

    private long sum(ToLongFunction<LoadReport> which) {
        return reports.stream().mapToLong(which).sum();
    }

    @Override
    public SendErrors errors() {
        SendErrors all = new SendErrors();
        reports.forEach(report -> all.add(report.errors()));
        return all;
    }

    @Override
    public Histogram sendLatencyNanos() {
        Histogram sum = LatencyRecorder.empty();
        reports.forEach(report -> sum.add(report.sendNanos()));
        return sum;
    }

    @Override
    public Histogram acknowledgeLatencyNanos() {
        Histogram sum = LatencyRecorder.empty();
        reports.forEach(report -> sum.add(report.acknowledgeNanos()));
        return sum;
    }

    @Override
    public void addEndToEnd(Histogram sum) {
        // Arrivals and acknowledgements may be seen by different machines.
    }

    /** Combines the workers' windows; of this process's own window only the brokers' usage is kept. */
    @Override
    public WindowDifference measured(WindowDifference own) {
        return WorkerWindows.together(
                reports, tasks.stream().map(task -> task.share().count()).toList(), own);
    }

    @Override
    public List<DriverHello> drivers() {
        return reports.stream()
                .flatMap(report -> report.drivers().stream())
                .distinct()
                .toList();
    }

    @Override
    public Optional<TrialResult.Served> served() {
        return tasks.get(0)
                .gateway()
                .map(gateway -> new TrialResult.Served(
                        gateway.connections(),
                        OptionalInt.of(tasks.get(0).settings().threads() * tasks.size()),
                        refusedByStatus()));
    }

    @Override
    public Map<String, Long> refusedByStatus() {
        Map<String, Long> refused = new TreeMap<>();
        reports.forEach(
                report -> report.refusedByStatus().forEach((status, count) -> refused.merge(status, count, Long::sum)));
        return refused;
    }

    @Override
    public List<WorkerShare> shares() {
        List<WorkerShare> shares = new ArrayList<>();
        for (CrewMember member : crew.members()) {
            shares.add(WorkerWindows.share(
                    reports.get(member.slot()),
                    member.name(),
                    tasks.get(member.slot()).share().count()));
        }
        return shares;
    }

    @Override
    public void close() {
        if (!ended) {
            ended = true;
            crew.abandon();
        }
    }
}

package dev.squeeze.engine.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.workers.Crew;
import dev.squeeze.engine.workers.CrewMember;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.kafka.ContentDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * Consumers on other machines: partitions are assigned to all consumers of a group as on one machine, and each worker
 * runs a range of the consumers. Counting and comparing is done there, and the results are added up here.
 */
final class WorkerConsumers implements TrialConsumers {
    /**
     * Consumers end by themselves when nothing arrives within the timeout, so this does not limit reading that makes
     * progress.
     */
    private static final Duration MAX_READING = Duration.ofHours(6);

    private final Crew crew;
    private final int number;
    private final int groups;
    private List<ConsumerReport> reports = List.of();
    private boolean reading;

    private WorkerConsumers(Crew crew, int number, int groups) {
        this.crew = crew;
        this.number = number;
        this.groups = groups;
    }

    /** Makes every worker open its consumers in the current load; nothing is read yet. */
    static WorkerConsumers open(
            Crew crew, ConsumerSettings settings, boolean comparing, Duration timeout, Runnable check) {
        int number = comparing ? 0 : 1;
        WorkerConsumers consumers = new WorkerConsumers(crew, number, settings.groups());
        int workers = crew.members().size();
        consumers.order(LoadConsumers.OPEN, (member, body) -> {
            long all = settings.consumers();
            int first = (int) (all * member.slot() / workers);
            body.put("comparing", comparing)
                    .put("consumers", settings.consumers())
                    .put("groups", settings.groups())
                    .put("first", first)
                    .put("own", (int) (all * (member.slot() + 1) / workers) - first);
            ObjectNode properties = body.putObject("properties");
            settings.properties().forEach(properties::put);
        });
        crew.await(LoadConsumers.ready(number), timeout.multipliedBy(2), check);
        return consumers;
    }

    private interface Words {
        void of(CrewMember member, ObjectNode body);
    }

    private void order(String order, Words words) {
        for (CrewMember member : crew.members()) {
            ObjectNode body = JsonNodeFactory.instance.objectNode().put("number", number);
            words.of(member, body);
            crew.order(member, order, body);
        }
    }

    @Override
    public void start() {
        reading = true;
        order(LoadConsumers.START, (member, body) -> {});
    }

    @Override
    public void finish(long expectedRecords, Runnable check) {
        order(LoadConsumers.FINISH, (member, body) -> {});
        List<JsonNode> answers = crew.await(LoadConsumers.consumed(number), MAX_READING, check);
        List<ConsumerReport> read = new ArrayList<>();
        crew.members()
                .forEach(member -> read.add(ConsumerReport.of(answers.get(member.slot()), member.name(), groups)));
        reports = List.copyOf(read);
        reading = false;
    }

    @Override
    public long payloadBytes() {
        return sum(report -> report.figures().payloadBytes());
    }

    private long sum(ToLongFunction<ConsumerReport> which) {
        return reports.stream().mapToLong(which).sum();
    }

    @Override
    public List<Long> recordsByGroup() {
        List<Long> records = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            int group = i;
            records.add(sum(report -> report.recordsByGroup().get(group)));
        }
        return records;
    }

    @Override
    public List<ContentDigest> digests() {
        List<ContentDigest> digests = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            int group = i;
            digests.add(reports.stream()
                    .map(report -> report.digests().get(group))
                    .reduce(ContentDigest.EMPTY, ContentDigest::plus));
        }
        return digests;
    }

    @Override
    public List<String> problems() {
        return reports.stream().flatMap(report -> report.problems().stream()).toList();
    }

    @Override
    public ConsumerFigures figures() {
        return reports.stream()
                .map(ConsumerReport::figures)
                .reduce(
                        new ConsumerFigures(0, 0, 0, 0, 0),
                        (one, other) -> new ConsumerFigures(
                                one.records() + other.records(),
                                one.payloadBytes() + other.payloadBytes(),
                                Math.max(one.seconds(), other.seconds()),
                                one.incomingBytes() + other.incomingBytes(),
                                one.fetches() + other.fetches()));
    }

    @Override
    public JvmUsage usage() {
        return JvmUsage.together(reports.stream().map(ConsumerReport::usage).toList());
    }

    @Override
    public void addEndToEnd(Histogram sum) {
        // Arrivals and acknowledgements may be seen by different machines.
    }

    /** If consumers are still reading, they are abandoned together with the whole load. */
    @Override
    public void close() {
        try {
            if (reading) {
                reading = false;
                crew.abandon();
            } else {
                order(LoadConsumers.CLOSE, (member, body) -> {});
            }
        } catch (ClusterException | CancellationException e) {
            // The reason for closing early is more useful; workers end the consumers with the load.
        }
    }
}

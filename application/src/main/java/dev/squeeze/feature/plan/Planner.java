package dev.squeeze.feature.plan;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ClientSupport;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.RateUncertainty;
import dev.squeeze.feature.advise.ChangeCaveat;
import dev.squeeze.feature.advise.Savings;
import dev.squeeze.feature.plan.PlannedChange.Progress;
import dev.squeeze.feature.survey.SurveyResult;
import dev.squeeze.feature.survey.TopicAppraisal;
import dev.squeeze.feature.survey.TopicAppraisal.Outcome;
import dev.squeeze.kit.cluster.ClientSoftware;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.VersionNumber;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Orders the changes that a survey proposes, with the prerequisites of each and the conditions for a rollback. */
final class Planner {
    private static final VersionNumber ALWAYS = new VersionNumber(0, 0, 0);

    /** Some clients that support gzip out of the box need an extra module for these. */
    private static final Set<CodecType> NOT_EVERYWHERE = EnumSet.of(CodecType.SNAPPY, CodecType.LZ4);

    /** A smaller change is lost in the noise of other load. */
    private static final double NOTABLE_CORES = 0.1;

    private final Owners owners;
    private final double minSaving;
    private final Optional<Map<String, TopicAppraisal>> later;
    private final Optional<Instant> checkedAt;

    /**
     * @param minSaving minimum saving per month of a planned change, in the survey's currency
     * @param later a survey of the same topics, taken while the plan was being carried out
     */
    Planner(Owners owners, double minSaving, Optional<SurveyResult> later) {
        this.owners = owners;
        this.minSaving = minSaving;
        this.later = later.map(survey ->
                survey.topics().stream().collect(Collectors.toMap(TopicAppraisal::topic, Function.identity())));
        this.checkedAt = later.map(survey -> survey.run().startedAt());
    }

    /** @param connected client libraries that brokers reported; absent if no broker was queried */
    PlanResult plan(RunInfo run, SurveyResult survey, Optional<List<ClientSoftware>> connected) {
        List<PlannedChange> changes = changes(survey);
        List<Codec> codecs =
                changes.stream().map(change -> change.to().codec()).distinct().toList();
        return new PlanResult(
                Result.SCHEMA_VERSION,
                PlanResult.KIND.name(),
                run,
                survey.scope().bootstrap(),
                commandConfig(survey.run()),
                survey.run().startedAt(),
                checkedAt,
                survey.basis().prices().currency(),
                minSaving,
                Savings.sum(changes.stream().map(PlannedChange::savings).toList())
                        .money(),
                connected.map(clients -> clients.stream()
                        .map(client -> ConnectedClient.of(client, codecs))
                        .toList()),
                changes,
                unchanged(survey));
    }

    /** The file of client settings that the survey used; Kafka's own tools need it as well. */
    private static Optional<String> commandConfig(RunInfo survey) {
        String flag = "--command-config";
        List<String> words = survey.command();
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).startsWith(flag + "=")) {
                return Optional.of(words.get(i).substring(flag.length() + 1));
            }
            if (words.get(i).equals(flag) && i + 1 < words.size()) {
                return Optional.of(words.get(i + 1));
            }
        }
        return Optional.empty();
    }

    /** By wave, then by the money they save. */
    List<PlannedChange> changes(SurveyResult survey) {
        return survey.topics().stream()
                .filter(this::isWorthIt)
                .map(this::change)
                .sorted(Comparator.comparing(PlannedChange::wave)
                        .thenComparing(Comparator.comparingDouble((PlannedChange change) ->
                                        change.savings().money().estimate())
                                .reversed())
                        .thenComparing(PlannedChange::topic))
                .toList();
    }

    /** Topics that stay as they are, with the reason. */
    List<PlanResult.Unchanged> unchanged(SurveyResult survey) {
        List<PlanResult.Unchanged> unchanged = new ArrayList<>();
        for (TopicAppraisal topic : survey.topics()) {
            if (!isWorthIt(topic)) {
                unchanged.add(new PlanResult.Unchanged(
                        topic.topic(),
                        owners.of(topic.topic()),
                        topic.outcome() == Outcome.NOT_APPRAISED,
                        topic.reason().orElseGet(() -> tooLittle(topic, survey))));
            }
        }
        return unchanged;
    }

    private boolean isWorthIt(TopicAppraisal topic) {
        return topic.worthwhile()
                .map(Savings::money)
                .filter(money -> money.estimate() >= minSaving && money.low() > 0)
                .isPresent();
    }

    /** Why a change that a survey proposes is not planned. */
    private String tooLittle(TopicAppraisal topic, SurveyResult survey) {
        ConfidenceInterval money = topic.worthwhile().orElseThrow().money();
        String currency = survey.basis().prices().currency();
        return money.low() <= 0
                ? Figures.say(
                        "%s %s/month (%s): it may save nothing",
                        Figures.number(money.estimate()), currency, PageParts.between(money))
                : Figures.say(
                        "%s %s/month is less than --min-saving %s",
                        Figures.number(money.estimate()), currency, Figures.number(minSaving));
    }

    private PlannedChange change(TopicAppraisal topic) {
        TopicAppraisal.Proposal proposal = topic.proposal().orElseThrow();
        TopicAppraisal.Seen seen = topic.seen().orElseThrow();
        ProducerSettings from = proposal.current();
        ProducerSettings to = proposal.best();
        boolean holdsZstd = holds(topic, CodecType.ZSTD);
        return new PlannedChange(
                topic.topic(),
                owners.of(topic.topic()),
                Wave.of(from, to, holdsZstd),
                from,
                to,
                proposal.moneyToday(),
                Optional.of(proposal.wireGigabytesToday()),
                storedBytesOfRecord(proposal),
                proposal.savings(),
                Optional.of(new PlannedChange.Evidence(
                        seen.codecs(),
                        seen.recordsPerBatch(),
                        seen.ratio(),
                        seen.recordsPerSecond(),
                        proposal.bestRecordsPerBatch(),
                        proposal.bestRatio(),
                        topic.compressionType(),
                        topic.ownCompressionType())),
                needs(topic, proposal, holdsZstd),
                guards(from, to, proposal.savings()),
                ConfigForm.JAVA.lines(to, from, PlannedChange.hasCodecOfBrokers(topic.compressionType())),
                later.map(surveyed -> progress(proposal, seen, Optional.ofNullable(surveyed.get(topic.topic())))));
    }

    private static Optional<ConfidenceInterval> storedBytesOfRecord(TopicAppraisal.Proposal proposal) {
        double today = proposal.wireGigabytesToday();
        return proposal.workload().filter(workload -> today > 0).map(workload -> {
            ConfidenceInterval saved =
                    RateUncertainty.without(proposal.savings().wireGigabytes(), workload.rateFactor());
            // A record cannot take less than 0 bytes, so the interval is cut at -1.
            return new ConfidenceInterval(
                    -saved.estimate() / today,
                    Math.max(-1, -saved.high() / today),
                    -saved.low() / today,
                    saved.n(),
                    false);
        });
    }

    private static Progress progress(
            TopicAppraisal.Proposal proposal, TopicAppraisal.Seen before, Optional<TopicAppraisal> now) {
        return Rollout.of(proposal.best(), proposal.bestRecordsPerBatch(), before, now.flatMap(TopicAppraisal::seen));
    }

    private static boolean holds(TopicAppraisal topic, CodecType codec) {
        return topic.seen().orElseThrow().codecs().stream()
                .anyMatch(share -> share.codec().equals(codec.label()));
    }

    private static List<String> needs(TopicAppraisal topic, TopicAppraisal.Proposal proposal, boolean holdsZstd) {
        Codec codec = proposal.best().codec();
        List<String> needs = new ArrayList<>();
        if (codec.type() == CodecType.ZSTD && !holdsZstd) {
            needs.add("Every consumer, mirror and connector can read zstd: " + sinceWhen(codec.type())
                    + "; kafka-python and Node.js clients need a zstd module.");
        }
        if (NOT_EVERYWHERE.contains(codec.type()) && !holds(topic, codec.type())) {
            needs.add("Consumers that use kafka-python or KafkaJS have a module for "
                    + codec.type().label() + ": out of the box, these clients support only gzip.");
        }
        if (codec.type().hasLevels() && !codec.isDefaultLevel()) {
            ClientSupport.Levels levels = ClientSupport.codec(ClientProfile.JAVA, codec.type())
                    .levels()
                    .orElseThrow();
            needs.add("Producers use Kafka clients " + levels.since() + " or newer: older ones ignore the compression"
                    + " level.");
        }
        proposal.moreCores()
                .filter(more -> mostMoreCores(proposal.savings()) >= NOTABLE_CORES)
                .map(more -> headroom(more, proposal.savings().cores()))
                .ifPresent(needs::add);
        boolean keyed =
                proposal.workload().map(known -> known.workload().keyed()).orElse(true);
        ChangeCaveat.BufferMemory.of(topic.partitions(), proposal.best())
                .filter(any -> keyed
                        && proposal.best().batchSizeBytes() > proposal.current().batchSizeBytes())
                .ifPresent(memory -> needs.add(memory.message()));
        return needs;
    }

    /** The largest increase in cores of all roles together that the interval allows. */
    private static double mostMoreCores(Savings savings) {
        return -savings.cores().low();
    }

    private static String headroom(TopicAppraisal.MoreCores more, ConfidenceInterval saved) {
        return Figures.say(
                "Spare CPU for the predicted change: producers %+.2f cores, brokers %+.2f, consumers %+.2f, each over"
                        + " all instances; together %+.2f (%+.2f to %+.2f).",
                more.producers(), more.brokers(), more.consumers(), -saved.estimate(), -saved.high(), -saved.low());
    }

    private static String sinceWhen(CodecType type) {
        return Arrays.stream(ClientProfile.values())
                .map(client -> ClientSupport.codec(client, type))
                .filter(row -> !row.since().equals(ALWAYS))
                .map(row -> (row.client() == ClientProfile.JAVA
                                ? "Kafka clients"
                                : row.client().label()) + " " + row.since() + " or newer")
                .collect(Collectors.joining(", "));
    }

    /**
     * The latency guard, with the largest increase to expect. Full batches are sent at once, before {@code linger.ms}
     * has passed, so with a larger {@code batch.size} records may wait for all of {@code linger.ms}, whatever its old
     * value.
     */
    private static Optional<String> maxAddedWait(ProducerSettings from, ProducerSettings to) {
        boolean larger = to.batchSizeBytes() > from.batchSizeBytes();
        int addedMillis = larger ? to.lingerMillis() : to.lingerMillis() - from.lingerMillis();
        return addedMillis <= 0
                ? Optional.empty()
                : Optional.of("The 99th percentile of end-to-end latency rises by more than " + addedMillis + " ms, "
                        + (larger
                                ? "the longest that larger batches can wait with the new linger.ms."
                                : "the most that linger.ms can add."));
    }

    private static List<String> guards(ProducerSettings from, ProducerSettings to, Savings savings) {
        List<String> guards = new ArrayList<>();
        maxAddedWait(from, to).ifPresent(guards::add);
        double more = mostMoreCores(savings);
        if (more >= NOTABLE_CORES) {
            guards.add(Figures.say(
                    "Producers, brokers and consumers together use over %s cores more than today.",
                    Figures.number(more)));
        }
        guards.add("A producer's record-error-rate or bufferpool-wait-ratio stays above its level of the week before"
                + " for ten minutes.");
        if (from.codec().type() != to.codec().type()) {
            guards.add("A consumer reports an unknown compression type, or its group's lag keeps growing.");
        }
        return guards;
    }
}

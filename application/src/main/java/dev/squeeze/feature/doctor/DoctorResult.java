package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of {@code squeeze doctor}.
 *
 * @param schemaVersion version of the document's schema
 * @param examined the cluster and what money is computed from
 * @param thresholds in force, by key
 * @param topics that were examined
 * @param diagnosis what was found, and what could not be checked
 * @param by how documents group findings
 * @param failOn minimum severity that fails the run; absent if none does
 * @param failed whether a finding was at least that severe
 * @param interrupted whether topics are missing because the user ended the run
 * @param next commands to try next; absent in documents of earlier versions
 */
public record DoctorResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        Examined examined,
        Prices prices,
        Map<String, Double> thresholds,
        List<TopicSummary> topics,
        Diagnosis diagnosis,
        Arrangement by,
        Optional<Severity> failOn,
        boolean failed,
        boolean interrupted,
        Optional<List<String>> next)
        implements Result {
    public static final ResultKind KIND = new ResultKind("doctor", DoctorResult.class);

    public DoctorResult {
        thresholds = new LinkedHashMap<>(thresholds);
        topics = List.copyOf(topics);
        next = next.map(List::copyOf);
    }

    public DoctorResult(
            RunInfo run,
            Examined examined,
            Prices prices,
            Map<String, Double> thresholds,
            List<TopicSummary> topics,
            Diagnosis diagnosis,
            Optional<Severity> failOn,
            boolean interrupted,
            List<String> next) {
        this(
                SCHEMA_VERSION,
                "doctor",
                run,
                examined,
                prices,
                thresholds,
                topics,
                diagnosis,
                Arrangement.TOPIC,
                failOn,
                failOn.filter(least -> diagnosis.findings().stream()
                                .map(Finding::severity)
                                .anyMatch(found -> found.compareTo(least) >= 0))
                        .isPresent(),
                interrupted,
                Optional.of(next));
    }

    /**
     * The cluster, and what its money is computed from.
     *
     * @param bootstrap address as the user gave it
     * @param brokers number of brokers
     * @param racks of the brokers
     * @param metrics whether the brokers' JMX was queried
     * @param zones number of zones that bytes travel between
     * @param zonesAssumed whether the number of zones is neither given nor known from racks
     * @param consumerGroups number of groups that read each topic, for topics of which the cluster does not report it
     * @param assumptions what neither the cluster nor a flag gave; absent in documents of earlier versions
     */
    public record Examined(
            String bootstrap,
            int brokers,
            List<String> racks,
            boolean metrics,
            int zones,
            boolean zonesAssumed,
            int consumerGroups,
            Optional<List<String>> assumptions) {
        public Examined {
            racks = List.copyOf(racks);
            assumptions = assumptions.map(List::copyOf);
        }
    }

    /** The same result with another grouping of findings. */
    DoctorResult groupedBy(Arrangement other) {
        return new DoctorResult(
                schemaVersion,
                kind,
                run,
                examined,
                prices,
                thresholds,
                topics,
                diagnosis,
                other,
                failOn,
                failed,
                interrupted,
                next);
    }

    long count(Severity severity) {
        return diagnosis.findings().stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    @Override
    public Document document() {
        return DoctorDocument.of(this);
    }

    @Override
    public String csv() {
        return DoctorCsv.of(this);
    }
}

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
 * What {@code squeeze doctor} found.
 *
 * @param schemaVersion version of the document's form
 * @param examined the cluster and what money is computed with
 * @param thresholds in force, by key
 * @param topics that were looked at
 * @param diagnosis what was found, and what could not be looked at
 * @param by what findings are grouped by in documents for people
 * @param failOn severity from which on the run fails; absent where it never does
 * @param failed whether something so severe was found
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
     * The cluster, and what its money is computed with.
     *
     * @param bootstrap its address as the user gave it
     * @param brokers number of them
     * @param racks that they name
     * @param metrics whether the brokers' JMX was asked
     * @param zones that bytes travel between
     * @param zonesAssumed whether their number is neither set nor known from racks
     * @param consumerGroups that read each topic once, where the cluster does not show them
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

    /** The same, with its findings grouped in another way. */
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

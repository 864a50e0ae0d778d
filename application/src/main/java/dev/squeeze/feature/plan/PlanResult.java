package dev.squeeze.feature.plan;

import dev.squeeze.feature.advise.Savings;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What {@code squeeze plan} made of a survey.
 *
 * @param schemaVersion version of the document's form
 * @param bootstrap address of the cluster that was surveyed
 * @param commandConfig the file of Kafka's client settings that it was surveyed with; absent where none was given, and in
 *     documents of earlier versions
 * @param surveyed when
 * @param checked when the later survey was made that progress is taken from; absent where none was given
 * @param currency of all money
 * @param minSaving money per month that a change is worth
 * @param savedMoney per month, of all planned changes
 * @param clients libraries that are connected, by connections; absent where brokers were not asked
 * @param changes by wave, then by what they save
 * @param unchanged topics that stay as they are
 */
public record PlanResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        String bootstrap,
        Optional<String> commandConfig,
        Instant surveyed,
        Optional<Instant> checked,
        String currency,
        double minSaving,
        ConfidenceInterval savedMoney,
        Optional<List<ConnectedClient>> clients,
        List<PlannedChange> changes,
        List<Unchanged> unchanged)
        implements Result {
    public static final ResultKind KIND = new ResultKind("plan", PlanResult.class);

    public PlanResult {
        clients = clients.map(List::copyOf);
        changes = List.copyOf(changes);
        unchanged = List.copyOf(unchanged);
    }

    /**
     * A topic that stays as it is.
     *
     * @param unknown whether that is for want of an appraisal
     */
    public record Unchanged(String topic, Optional<String> owner, boolean unknown, String reason) {}

    /**
     * Some of the plan, with what that saves.
     *
     * @return without the connections, of which nobody knows whose they are: their list stands in the whole plan
     */
    public PlanResult part(List<PlannedChange> changesOfPart, List<Unchanged> unchangedOfPart) {
        return new PlanResult(
                schemaVersion,
                kind,
                run,
                bootstrap,
                commandConfig,
                surveyed,
                checked,
                currency,
                minSaving,
                Savings.sum(changesOfPart.stream().map(PlannedChange::savings).toList())
                        .money(),
                Optional.empty(),
                changesOfPart,
                unchangedOfPart);
    }

    /** The cluster on a command line of Kafka's own tools. */
    String forKafkaTools() {
        return ClusterTarget.forKafkaTools(bootstrap, commandConfig);
    }

    @Override
    public Document document() {
        return PlanDocument.of(this);
    }

    @Override
    public String csv() {
        return PlanCsv.of(this);
    }
}

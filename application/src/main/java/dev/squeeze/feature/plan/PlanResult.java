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
 * The result of {@code squeeze plan}.
 *
 * @param schemaVersion version of the document's schema
 * @param bootstrap address of the cluster that was surveyed
 * @param commandConfig file with Kafka client settings that the survey used; absent if none was given, and in documents
 *     of earlier versions
 * @param surveyed when the survey started
 * @param checked when the later survey started that shows the progress; absent if none was given
 * @param currency of all money
 * @param minSaving minimum money per month that a planned change saves
 * @param savedMoney per month, of all planned changes
 * @param clients connected libraries, by number of connections; absent if brokers were not queried
 * @param changes by wave, then by the money they save
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
     * @param unknown true if the reason is that the topic was not appraised
     */
    public record Unchanged(String topic, Optional<String> owner, boolean unknown, String reason) {}

    /**
     * Part of the plan, with the savings of that part.
     *
     * @return the part without connected clients, since brokers do not report who owns a connection; only the whole plan
     *     lists them
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

    /** The flags that select the cluster on the command line of Kafka's own tools. */
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

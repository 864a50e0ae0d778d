package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.MaxRateSearches;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.LoadedService;
import dev.squeeze.engine.load.WorkerFleet;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.document.BrokerUsage;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.document.ServiceInfo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The target of a benchmark during one command: a cluster, gateways in front of it, or the user's own service.
 *
 * @param target target of the load
 * @param info description for the document
 * @param embedded the embedded cluster; empty for the user's cluster
 * @param end releases everything
 */
record BenchSession(LoadTarget target, ClusterInfo info, Optional<EmbeddedCluster> embedded, Runnable end)
        implements AutoCloseable {
    static BenchSession of(LiveSession session) {
        return new BenchSession(LoadTarget.of(session.cluster()), session.info(), session.embedded(), session::close);
    }

    /** A session with the user's service, whose brokers are unknown. */
    static BenchSession foreign(LoadedService service, ServiceInfo info) {
        return new BenchSession(
                LoadTarget.foreign(service),
                new ClusterInfo(
                                false,
                                OptionalInt.empty(),
                                Optional.empty(),
                                OptionalLong.empty(),
                                BrokerUsage.NOT_VISIBLE)
                        .behind(info),
                Optional.empty(),
                service::close);
    }

    /** The same brokers behind gateways, which are closed first. */
    BenchSession behind(GatewayFleet fleet, ServiceInfo front) {
        return new BenchSession(target.behind(fleet), info.behind(front), embedded, () -> {
            fleet.close();
            end.run();
        });
    }

    /** The same brokers, with workers on other machines that send. */
    BenchSession sentToBy(WorkerFleet fleet) {
        return new BenchSession(target.sentToBy(fleet), info, embedded, () -> {
            try {
                fleet.close();
            } finally {
                end.run();
            }
        });
    }

    /** The same brokers behind gateways that the workers start and end. */
    BenchSession behind(ServiceInfo front) {
        return new BenchSession(target, info.behind(front), embedded, end);
    }

    /** The description for the document, with the workers' share so far. */
    ClusterInfo described(List<ArmResult> arms, List<MaxRateSearches.Found> searches) {
        return target.workers()
                .map(fleet -> info.sentToBy(WorkerRows.of(fleet, target.target(), arms, searches)))
                .orElse(info);
    }

    @Override
    public void close() {
        end.run();
    }
}

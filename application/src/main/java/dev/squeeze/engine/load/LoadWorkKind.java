package dev.squeeze.engine.load;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.engine.workers.UnderTest;
import dev.squeeze.engine.workers.Work;
import dev.squeeze.engine.workers.WorkKind;
import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.TopicLease;
import java.util.Optional;

/**
 * Shares of a load on the cluster under test: sends records only to {@code squeeze-} topics of the one cluster that the
 * worker's owner named.
 */
public final class LoadWorkKind implements WorkKind {
    private final UnderTest clusters = new UnderTest();
    private final WorkerGateways gateways;
    /** Records of the latest run: all its trials send the same ones. */
    private Optional<Shipped> latest = Optional.empty();

    private record Shipped(LoadTask.Shipment shipment, Payload payload) {}

    /** @param gateways that loads over HTTP are sent through */
    public LoadWorkKind(WorkerGateways gateways) {
        this.gateways = gateways;
    }

    @Override
    public String name() {
        return LoadTask.KIND;
    }

    @Override
    public Work open(JsonNode task, WorkPlace place) {
        LoadTask load = LoadTask.of(task);
        load.topics().stream()
                .filter(topic -> !topic.startsWith(TopicLease.PREFIX))
                .findFirst()
                .ifPresent(topic -> {
                    throw new ClusterException(
                            "workers write to topics named " + TopicLease.PREFIX + "... only, not to " + topic);
                });
        clusters.require(place.underTest(), load.clusterId(), load.timeout());
        Payload payload = payload(load, place);
        Optional<LoadedService> service = load.gateway()
                .map(gateway ->
                        gateways.of(place.underTest(), gateway, load.share().count(), load.settings()));
        return LoadWork.open(load, payload, service, place);
    }

    /** Closes the gateways of the run. */
    @Override
    public void runEnded() {
        gateways.close();
    }

    private synchronized Payload payload(LoadTask load, WorkPlace place) {
        Optional<Payload> known = latest.filter(shipped -> shipped.shipment().equals(load.records()))
                .map(Shipped::payload);
        if (known.isPresent()) {
            return known.get();
        }
        latest = Optional.empty();
        Payload read = PayloadTopic.read(place.control(), load.records(), load.timeout(), place::isOver);
        latest = Optional.of(new Shipped(load.records(), read));
        return read;
    }
}

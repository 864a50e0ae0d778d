package dev.squeeze.cluster;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The user's cluster. We read what we are told to, and write to nothing but topics that we created ourselves. */
public final class RemoteCluster implements ClusterTarget {
    private final String bootstrap;
    private final Map<String, String> clientProperties;
    private final Set<String> leased = ConcurrentHashMap.newKeySet();

    /**
     * @param bootstrap {@code host:port}, divided by commas; nothing is connected to yet
     * @param clientProperties see {@link ClientProperties}
     */
    public RemoteCluster(String bootstrap, Map<String, String> clientProperties) {
        if (bootstrap.isBlank()) {
            throw new IllegalArgumentException("a cluster needs an address, as in --bootstrap-server host:9092");
        }
        this.bootstrap = bootstrap.strip();
        this.clientProperties = Map.copyOf(clientProperties);
    }

    @Override
    public String bootstrap() {
        return bootstrap;
    }

    @Override
    public Map<String, String> clientProperties() {
        return clientProperties;
    }

    @Override
    public void requireWritable(String topic) {
        if (!leased.contains(topic)) {
            throw new ClusterException("topic " + topic + " of " + bootstrap
                    + " was not created by this run, so nothing is written to it: leave the topic to us");
        }
    }

    void leased(String topic) {
        leased.add(topic);
    }

    void returned(String topic) {
        leased.remove(topic);
    }
}

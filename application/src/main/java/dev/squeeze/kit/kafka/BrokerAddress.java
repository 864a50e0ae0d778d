package dev.squeeze.kit.kafka;

/**
 * A broker as the cluster advertises it to clients.
 *
 * @param id its node id, from 0
 */
public record BrokerAddress(int id, String host, int port) {
    @Override
    public String toString() {
        return "broker " + id + " at " + host + ":" + port;
    }
}

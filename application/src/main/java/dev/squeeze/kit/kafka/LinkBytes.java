package dev.squeeze.kit.kafka;

/**
 * Bytes transferred over a client's connections since it was opened: complete requests and responses, before encryption.
 *
 * @param sent to brokers
 * @param received from brokers
 */
public record LinkBytes(long sent, long received) {
    public static final LinkBytes NONE = new LinkBytes(0, 0);

    public LinkBytes plus(LinkBytes other) {
        return new LinkBytes(sent + other.sent, received + other.received);
    }
}

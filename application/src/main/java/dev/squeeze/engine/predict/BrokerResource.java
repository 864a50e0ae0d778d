package dev.squeeze.engine.predict;

/** A resource that may determine how many brokers a cluster needs. */
public enum BrokerResource {
    DISK,
    NETWORK,
    CPU
}

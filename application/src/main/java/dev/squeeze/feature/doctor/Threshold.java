package dev.squeeze.feature.doctor;

import java.util.Arrays;
import java.util.Optional;

/** A limit from which on something is a finding, with its default. Shares are between 0 and 1. */
public enum Threshold {
    RAW_FRACTION("raw-fraction", 0.8, "a raw topic is one that zstd would bring below this part of its bytes"),
    RAW_PRODUCER_SHARE("raw-producer-share", 0.05, "share of a topic's bytes from which uncompressed producers matter"),
    MIN_SAVING("least-saving", 0.1, "share of a topic's bytes that other batches have to save"),
    SHALLOW_BATCH_BYTES("shallow-batch-bytes", 8_192, "uncompressed bytes below which a mean batch is shallow"),
    LINGER_MILLIS("linger-millis", 20, "how long records might wait for one another"),
    SINGLE_RECORD_SHARE("single-record-share", 0.8, "share of batches that hold one record"),
    FRAGMENTED_RATE(
            "fragmented-rate", 500, "records per second from which single-record batches of keyed topics matter"),
    SCHEMA_SHARE("schema-share", 0.5, "share of values that begin with a schema"),
    COMPRESSED_VALUE_SHARE("compressed-value-share", 0.5, "share of values that are compressed by themselves"),
    GZIP_SHARE("gzip-share", 0.1, "share of a topic's bytes from which gzip matters"),
    INCOMPRESSIBLE_RATIO("incompressible-ratio", 1.05, "ratio below which a codec achieves nothing"),
    HUGE_BATCH_BYTES("huge-batch-bytes", 33_000_000, "uncompressed bytes of the largest batch"),
    CONSUMER_HEAP_BYTES("consumer-heap-bytes", 2_147_483_648.0, "what one fetch may unpack to"),
    NEAR_LIMIT_SHARE("near-limit-share", 0.7, "share of max.message.bytes that batches reach at 99 %"),
    COMPACTED_SHARE("compacted-share", 0.2, "share of records that compaction took out of batches that are left"),
    OLD_CODEC_SHARE("old-codec-share", 0.2, "share of the older bytes in another codec than today's"),
    WORTH_MONEY("worth-money", 10, "money per month from which a saving is worth the work"),
    SERIOUS_MONEY("serious-money", 100, "money per month from which a saving is serious"),
    MIN_BATCHES("least-batches", 20, "batches without which nothing is said of a topic's batches");

    private final String key;
    private final double standard;
    private final String meaning;

    Threshold(String key, double standard, String meaning) {
        this.key = key;
        this.standard = standard;
        this.meaning = meaning;
    }

    public String key() {
        return key;
    }

    public double standard() {
        return standard;
    }

    public String meaning() {
        return meaning;
    }

    static Optional<Threshold> named(String key) {
        return Arrays.stream(values())
                .filter(threshold -> threshold.key.equals(key))
                .findFirst();
    }
}

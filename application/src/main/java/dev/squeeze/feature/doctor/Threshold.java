package dev.squeeze.feature.doctor;

import java.util.Arrays;
import java.util.Optional;

/** A limit that decides whether something is a finding, with its default. Shares are between 0 and 1. */
public enum Threshold {
    RAW_FRACTION("raw-fraction", 0.8, "an uncompressed topic matters if zstd reduces it below this share of its bytes"),
    RAW_PRODUCER_SHARE(
            "raw-producer-share", 0.05, "minimum share of a topic's bytes for uncompressed producers to" + " matter"),
    MIN_SAVING("least-saving", 0.1, "minimum share of a topic's bytes that other batches have to save"),
    SHALLOW_BATCH_BYTES("shallow-batch-bytes", 8_192, "mean uncompressed bytes below which batches are shallow"),
    LINGER_MILLIS("linger-millis", 20, "how many ms records may wait for their batch"),
    SINGLE_RECORD_SHARE("single-record-share", 0.8, "minimum share of batches with a single record"),
    FRAGMENTED_RATE(
            "fragmented-rate", 500, "minimum records per second for single-record batches of keyed topics to matter"),
    SCHEMA_SHARE("schema-share", 0.5, "minimum share of values that begin with a schema"),
    COMPRESSED_VALUE_SHARE("compressed-value-share", 0.5, "minimum share of values that are compressed individually"),
    GZIP_SHARE("gzip-share", 0.1, "minimum share of a topic's bytes for gzip to matter"),
    INCOMPRESSIBLE_RATIO("incompressible-ratio", 1.05, "ratio below which a codec achieves nothing"),
    HUGE_BATCH_BYTES("huge-batch-bytes", 33_000_000, "minimum uncompressed bytes of the largest batch"),
    CONSUMER_HEAP_BYTES("consumer-heap-bytes", 2_147_483_648.0, "maximum bytes that one fetch may decompress to"),
    NEAR_LIMIT_SHARE("near-limit-share", 0.7, "share of max.message.bytes that the 99th percentile of batches reaches"),
    COMPACTED_SHARE("compacted-share", 0.2, "minimum share of records that compaction removed from remaining batches"),
    OLD_CODEC_SHARE("old-codec-share", 0.2, "minimum share of the older bytes in another codec than today's"),
    WORTH_MONEY("worth-money", 10, "minimum money per month for a saving to be worth the work"),
    SERIOUS_MONEY("serious-money", 100, "minimum money per month for a saving to be serious"),
    MIN_BATCHES("least-batches", 20, "minimum batches for findings on a topic's batches");

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

package dev.squeeze.feature.doctor;

import dev.squeeze.kit.unit.KebabCase;
import java.util.List;

/**
 * All checks, ordered by the cost of what they usually find. To add one, write a {@link Rule} and add an entry here.
 */
public enum Check {
    RAW_TOPIC(RawChecks.RAW_TOPIC),
    SHALLOW_BATCHES(BatchingChecks.SHALLOW_BATCHES),
    NO_LINGER(BatchingChecks.NO_LINGER),
    CROSS_ZONE_READS(ClusterChecks.CROSS_ZONE_READS),
    BROKER_RECOMPRESSES(SettingChecks.BROKER_RECOMPRESSES),
    TOPIC_UNCOMPRESSED(RawChecks.TOPIC_UNCOMPRESSED),
    RAW_MIRROR(RawChecks.RAW_MIRROR),
    RAW_PRODUCER(RawChecks.RAW_PRODUCER),
    FRAGMENTED_BATCHES(BatchingChecks.FRAGMENTED_BATCHES),
    SPRAYED_RECORDS(BatchingChecks.SPRAYED_RECORDS),
    RECORD_FILLS_BATCH(BatchingChecks.RECORD_FILLS_BATCH),
    SCHEMA_IN_RECORDS(ContentChecks.SCHEMA_IN_RECORDS),
    VALUES_COMPRESSED_ALONE(ContentChecks.VALUES_COMPRESSED_ALONE),
    GZIP(CodecChecks.GZIP),
    INCOMPRESSIBLE(CodecChecks.INCOMPRESSIBLE),
    ZSTD_TOPIC_SETTING(SettingChecks.ZSTD_TOPIC_SETTING),
    HUGE_BATCHES(SizeChecks.HUGE_BATCHES),
    CONSUMER_HEAP(SizeChecks.CONSUMER_HEAP),
    NEAR_SIZE_LIMIT(SizeChecks.NEAR_SIZE_LIMIT),
    COMPACTION_CHURN(SettingChecks.COMPACTION_CHURN),
    UNDECODABLE_CODEC(LibraryChecks.UNDECODABLE_CODEC),
    GZIP_ONLY_SERVICE(ClusterChecks.GZIP_ONLY_SERVICE),
    LZ4_LEVEL(ClusterChecks.LZ4_LEVEL),
    OLD_CODEC(CodecChecks.OLD_CODEC),
    VULNERABLE_LIBRARIES(LibraryChecks.VULNERABLE_LIBRARIES);

    private final Rule rule;

    Check(Rule rule) {
        this.rule = rule;
    }

    /** Position in the list, from 1. */
    public int number() {
        return ordinal() + 1;
    }

    /** Such as {@code raw-topic}. */
    public String id() {
        return KebabCase.of(this);
    }

    public String title() {
        return rule.title();
    }

    /** Where the rule comes from. */
    public String source() {
        return rule.source();
    }

    /** What the check needs to see; empty for checks that can only ask the user. */
    public List<Requirement> requirements() {
        return rule.requirements();
    }

    Rule rule() {
        return rule;
    }
}

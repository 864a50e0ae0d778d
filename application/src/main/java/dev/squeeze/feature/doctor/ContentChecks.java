package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.Case.say;
import static dev.squeeze.feature.doctor.Case.share;

import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;

/** Checks of what values begin with; nothing of what they hold is kept or shown. */
final class ContentChecks {
    private ContentChecks() {}

    static Optional<Finding> schemaInRecords(Case one, Log log) {
        ValueMarks marks = log.facts().marks();
        Optional<ConfidenceInterval> left = log.trial().withoutSchema();
        if (left.isEmpty()
                || marks.schemaShare() < one.limit(Threshold.SCHEMA_SHARE)
                || log.facts().recent().size() < one.limit(Threshold.LEAST_BATCHES)
                || left.get().high() >= 1) {
            return Optional.empty();
        }
        Optional<EstimatedSaving> worth =
                log.traffic().worth(left.get(), log.traffic().speed());
        if (!log.traffic().pays(worth)) {
            return Optional.empty();
        }
        return Optional.of(one.finding(
                Check.SCHEMA_IN_RECORDS,
                log.traffic().severity(worth, one.thresholds()),
                say(
                        "%s of the values begin with {\"schema\":, which is %s of the bytes of all values; without it the"
                                + " topic would need %s of its stored bytes, in the codec that it has",
                        share(marks.schemaShare()),
                        share((double) marks.schemaBytes() / Math.max(1, marks.valueBytes())),
                        share(left.get().estimate())),
                "the same schema goes with every record; a codec takes most of it out of deep batches, and nothing out of"
                        + " the work to write and to parse it",
                List.of(
                        "value.converter.schemas.enable=false    # in the connector, where nobody needs the schema",
                        "# or a converter with a schema registry (Avro, Protobuf, JSON Schema)"),
                worth,
                Confidence.certain("measured by taking the schema out of these values")));
    }

    static Optional<Finding> valuesCompressedAlone(Case one, Log log) {
        ValueMarks marks = log.facts().marks();
        Optional<ConfidenceInterval> left = log.trial().unwrapped();
        if (left.isEmpty()
                || marks.packedShare() < one.limit(Threshold.COMPRESSED_VALUE_SHARE)
                || log.facts().recent().size() < one.limit(Threshold.LEAST_BATCHES)
                || 1 - left.get().estimate() < one.limit(Threshold.LEAST_SAVING)
                || left.get().high() >= 1) {
            return Optional.empty();
        }
        Optional<EstimatedSaving> worth =
                log.traffic().worth(left.get(), log.trial().speed(Codec.NONE));
        if (worth.isPresent() && worth.get().moneyPerMonth().low() <= 0) {
            return Optional.empty();
        }
        return Optional.of(one.finding(
                Check.VALUES_COMPRESSED_ALONE,
                log.traffic().severity(worth, one.thresholds()),
                say(
                        "%s of the values begin as gzip, zstd or LZ4 frames do; unpacked, and compressed as batches with"
                                + " zstd, the topic would need %s of its stored bytes",
                        share(marks.packedShare()), share(left.get().estimate())),
                "what records have in common is lost when each is compressed by itself, and no codec of Kafka's finds it"
                        + " again",
                List.of(
                        "# send the values as they are, and let the producer compress batches:",
                        "compression.type=" + one.codec()),
                worth,
                Confidence.certain(
                        "measured by unpacking these values; the CPU time of packing them one by one is not known and not"
                                + " counted")));
    }
}

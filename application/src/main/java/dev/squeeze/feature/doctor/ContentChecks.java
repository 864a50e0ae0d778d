package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.TopicCase.say;
import static dev.squeeze.feature.doctor.TopicCase.share;

import dev.squeeze.feature.doctor.Rule.Precedence;
import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks of the first bytes of values; no content of values is kept or shown. */
final class ContentChecks {
    static final Rule SCHEMA_IN_RECORDS = Rule.ofLog(
            "a schema in every JSON record",
            "Kafka Connect's JsonConverter (schemas.enable)",
            Precedence.UNLESS_FIRST_FINDS,
            ContentChecks::schemaInRecords,
            Requirement.BATCHES);

    static final Rule VALUES_COMPRESSED_ALONE = Rule.ofLog(
            "values compressed individually",
            "RFC 1952, RFC 8878 and the LZ4 frame format (their first bytes); measured on this topic",
            Precedence.FIRST,
            ContentChecks::valuesCompressedAlone,
            Requirement.BATCHES);

    private ContentChecks() {}

    private static Optional<Observation> schemaInRecords(TopicCase examined, Log log) {
        ValueMarks marks = log.facts().marks();
        Optional<ConfidenceInterval> left = log.trial().withoutSchema();
        if (left.isEmpty()
                || marks.schemaShare() < examined.limit(Threshold.SCHEMA_SHARE)
                || !examined.hasEnough(log.facts().recent())
                || left.get().high() >= 1) {
            return Optional.empty();
        }
        Optional<EstimatedSaving> saving =
                log.traffic().saving(left.get(), log.traffic().speed());
        return Optional.of(new Observation(
                log.traffic().severity(saving, examined.thresholds()),
                say(
                        "%s of the values begin with {\"schema\":, which takes %s of the bytes of all values; without"
                                + " it, the topic would need %s of its stored bytes with the same codec",
                        share(marks.schemaShare()),
                        share((double) marks.schemaBytes() / Math.max(1, marks.valueBytes())),
                        share(left.get().estimate())),
                "every record carries the same schema; in large batches a codec removes most of it, but not the work"
                        + " of writing and parsing it",
                List.of(
                        "value.converter.schemas.enable=false    # in the connector, if no consumer reads the schema",
                        "# otherwise: a converter with a schema registry (Avro, Protobuf, JSON Schema)"),
                saving,
                Confidence.certain("measured by removing the schema from these values")));
    }

    private static Optional<Observation> valuesCompressedAlone(TopicCase examined, Log log) {
        ValueMarks marks = log.facts().marks();
        String codec = ProposedCodec.of(examined);
        CompressionTrial.Unwrapped then = log.trial().unwrapped().get(Codec.parse(codec));
        if (then == null
                || !CodecFacts.compressedAlone(examined, log)
                || !examined.hasEnough(log.facts().recent())
                || 1 - then.fraction().estimate() < examined.limit(Threshold.MIN_SAVING)
                || then.fraction().high() >= 1) {
            return Optional.empty();
        }
        Optional<EstimatedSaving> saving = log.traffic().saving(then.fraction(), then.speed());
        return Optional.of(new Observation(
                log.traffic().severity(saving, examined.thresholds()),
                say(
                        "%s of the values begin like gzip, zstd or LZ4 frames; with values decompressed, and batches"
                                + " compressed with %s instead, the topic would need %s of its stored bytes",
                        share(marks.packedShare()), codec, share(then.fraction().estimate())),
                "compressing each value individually hides what records have in common, so Kafka's batch compression"
                        + " cannot use it",
                unpacked(examined),
                saving,
                Confidence.certain(
                        "measured by decompressing these values; the saving includes the CPU time of compressing"
                                + " batches, but not that of compressing values individually, which is not known")));
    }

    private static List<String> unpacked(TopicCase examined) {
        List<String> fix = new ArrayList<>(List.of("# send values uncompressed, and compress batches instead:"));
        fix.addAll(ProposedCodec.fix(examined, "every producer of the topic"));
        return fix;
    }
}

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

/** Checks of what values begin with; nothing of what they hold is kept or shown. */
final class ContentChecks {
    static final Rule SCHEMA_IN_RECORDS = Rule.ofLog(
            "a schema in every JSON record",
            "Kafka Connect's JsonConverter (schemas.enable)",
            Precedence.UNLESS_FIRST_FINDS,
            ContentChecks::schemaInRecords,
            Requirement.BATCHES);

    static final Rule VALUES_COMPRESSED_ALONE = Rule.ofLog(
            "values compressed one by one",
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
                        "%s of the values begin with {\"schema\":, which is %s of the bytes of all values; without it the"
                                + " topic would need %s of its stored bytes, in the codec that it has",
                        share(marks.schemaShare()),
                        share((double) marks.schemaBytes() / Math.max(1, marks.valueBytes())),
                        share(left.get().estimate())),
                "the same schema goes with every record; a codec takes most of it out of deep batches, and nothing out of"
                        + " the work to write and to parse it",
                List.of(
                        "value.converter.schemas.enable=false    # in the connector, where no consumer reads the schema",
                        "# where one does: a converter with a schema registry (Avro, Protobuf, JSON Schema)"),
                saving,
                Confidence.certain("measured by taking the schema out of these values")));
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
                        "%s of the values begin as gzip, zstd or LZ4 frames do; unpacked, and compressed as batches with"
                                + " %s, the topic would need %s of its stored bytes",
                        share(marks.packedShare()), codec, share(then.fraction().estimate())),
                "what records have in common is lost when each is compressed by itself, and no codec of Kafka's finds it"
                        + " again",
                unpacked(examined),
                saving,
                Confidence.certain(
                        "measured by unpacking these values; the CPU time of compressing batches of them is counted, that of"
                                + " packing them one by one is not known and not counted")));
    }

    private static List<String> unpacked(TopicCase examined) {
        List<String> fix = new ArrayList<>(List.of("# send values as they are, and compress batches instead:"));
        fix.addAll(ProposedCodec.fix(examined, "every producer of the topic"));
        return fix;
    }
}

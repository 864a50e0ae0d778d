package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.TopicCase.bytes;
import static dev.squeeze.feature.doctor.TopicCase.say;
import static dev.squeeze.feature.doctor.TopicCase.share;

import dev.squeeze.feature.doctor.Rule.Precedence;
import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.format.CodecType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Checks of the stored and decompressed size of batches. */
final class SizeChecks {
    static final Rule HUGE_BATCHES = Rule.ofLog(
            "batches that decompress to more than some consumers accept",
            "github.com/confluentinc/librdkafka/issues/5260: its buffer triples, and receive.message.max.bytes is 100 MB",
            Precedence.INDEPENDENT,
            SizeChecks::hugeBatches);

    static final Rule CONSUMER_HEAP = Rule.ofLog(
            "batches that decompress to a multiple of a consumer's fetch",
            "Kafka's ConsumerConfig: fetch.max.bytes limits compressed bytes",
            Precedence.INDEPENDENT,
            SizeChecks::consumerHeap,
            Requirement.BATCHES);

    static final Rule NEAR_SIZE_LIMIT = Rule.ofLog(
            "batches near max.message.bytes",
            "Kafka's TopicConfig: max.message.bytes limits a batch as it is stored",
            Precedence.INDEPENDENT,
            SizeChecks::nearSizeLimit,
            Requirement.BATCHES,
            Requirement.TOPIC_SETTINGS);

    private static final double HIGH_QUANTILE = 0.99;
    /** Kafka's default of fetch.max.bytes. */
    private static final double DEFAULT_FETCH_BYTES = 52_428_800;
    /** Kafka's default of buffer.memory. */
    private static final double DEFAULT_BUFFER_BYTES = 33_554_432;

    private SizeChecks() {}

    private static Optional<Observation> hugeBatches(TopicCase examined, Log log) {
        Optional<BatchFact> largest =
                log.facts().recent().stream().max(Comparator.comparingLong(BatchFact::uncompressedBytes));
        if (largest.isEmpty() || largest.get().uncompressedBytes() < examined.limit(Threshold.HUGE_BATCH_BYTES)) {
            return Optional.empty();
        }
        boolean zstd = largest.get().codecId() == CodecType.ZSTD.id();
        return Optional.of(new Observation(
                zstd ? Severity.WARNING : Severity.NOTE,
                say(
                        "a stored batch of %s decompresses to %s, %,d records (%s)",
                        bytes(largest.get().storedBytes()),
                        bytes(largest.get().uncompressedBytes()),
                        largest.get().records(),
                        CodecType.withId(largest.get().codecId())
                                .map(CodecType::label)
                                .orElse("unknown codec")),
                "librdkafka triples its buffer for zstd and gives up beyond receive.message.max.bytes: from 33 MB on,"
                        + " a consumer may be stuck at such a batch permanently, and every consumer has to keep it in"
                        + " memory",
                List.of(
                        batchSize(examined, log) + "    # on the producers: Java's bounds the compressed size",
                        "# until then, on librdkafka's consumers: receive.message.max.bytes=1000000000"),
                Optional.empty(),
                Confidence.certain("these batches were decompressed; which clients read them is unknown")));
    }

    private static Optional<Observation> consumerHeap(TopicCase examined, Log log) {
        List<BatchFact> recent = log.facts().recent();
        if (!examined.hasEnough(recent)) {
            return Optional.empty();
        }
        double expansion = quantile(recent.stream()
                .mapToDouble(fact -> (double) fact.uncompressedBytes() / fact.storedBytes())
                .sorted()
                .toArray());
        OptionalDouble given = examined.cluster().clients().numberOfConsumer("fetch.max.bytes");
        double fetch = given.orElse(DEFAULT_FETCH_BYTES);
        if (expansion * fetch < examined.limit(Threshold.CONSUMER_HEAP_BYTES)) {
            return Optional.empty();
        }
        return Optional.of(new Observation(
                Severity.NOTE,
                say(
                        "one batch in a hundred decompresses to %.0f times its size or more: a fetch of %s (%s) may"
                                + " become %s",
                        expansion,
                        bytes(fetch),
                        given.isPresent() ? "your fetch.max.bytes" : "the default of fetch.max.bytes",
                        bytes(expansion * fetch)),
                "fetch limits count compressed bytes; clients that decompress a fetch as a whole run out of memory",
                List.of("fetch.max.bytes="
                        + (long) Math.max(1 << 20, examined.limit(Threshold.CONSUMER_HEAP_BYTES) / 8 / expansion)
                        + "    # on its consumers"),
                Optional.empty(),
                Confidence.possible("Java's consumer decompresses record by record; other clients differ")));
    }

    private static Optional<Observation> nearSizeLimit(TopicCase examined, Log log) {
        OptionalDouble limit = examined.topic().number("max.message.bytes");
        List<BatchFact> recent = log.facts().recent();
        if (limit.isEmpty() || !examined.hasEnough(recent)) {
            return Optional.empty();
        }
        double size = quantile(
                recent.stream().mapToDouble(BatchFact::storedBytes).sorted().toArray());
        if (size < examined.limit(Threshold.NEAR_LIMIT_SHARE) * limit.getAsDouble()) {
            return Optional.empty();
        }
        boolean alone = recent.stream().anyMatch(fact -> fact.records() == 1 && fact.storedBytes() >= size);
        return Optional.of(new Observation(
                alone ? Severity.WARNING : Severity.NOTE,
                say(
                        "one batch in a hundred has %s or more, %s of max.message.bytes=%.0f%s",
                        bytes(size),
                        share(size / limit.getAsDouble()),
                        limit.getAsDouble(),
                        alone ? ", and single records are among them" : ""),
                alone
                        ? "a record that is a little larger is rejected (RecordTooLargeException) and cannot be split"
                        : "a batch that compresses a little worse is rejected; Java's producer splits it and sends it"
                                + " again, other clients fail",
                alone
                        ? largerRecords(examined, log, 2 * limit.getAsDouble())
                        : List.of(
                                batchSize(examined, log) + "    # on the producers: Java's bounds the compressed size"),
                Optional.empty(),
                Confidence.certain("sizes of the stored batches, and the topic's setting")));
    }

    private static String batchSize(TopicCase examined, Log log) {
        return "batch.size=" + BatchDepth.of(examined, log).proposedBatchBytes();
    }

    /** Java's producer refuses a record by its uncompressed size (KafkaProducer.ensureValidRecordSize), whatever its codec. */
    private static List<String> largerRecords(TopicCase examined, Log log, double bytes) {
        double stored = Math.min(bytes, Integer.MAX_VALUE);
        double largest = log.facts().all().stream()
                .mapToLong(BatchFact::uncompressedBytes)
                .max()
                .orElse(0);
        double request = Math.min(Math.max(stored, 2 * largest), Integer.MAX_VALUE);
        List<String> fix = new ArrayList<>(examined.alter(say("max.message.bytes=%.0f", stored)));
        fix.add(say(
                "max.request.size=%.0f    # then at least this on its producers: Java's limits records before"
                        + " compression",
                request));
        if (request > DEFAULT_BUFFER_BYTES) {
            fix.add(say("buffer.memory=%.0f    # at least this, since it also limits a record", request));
        }
        return fix;
    }

    private static double quantile(double[] sorted) {
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(HIGH_QUANTILE * (sorted.length - 1)))];
    }
}

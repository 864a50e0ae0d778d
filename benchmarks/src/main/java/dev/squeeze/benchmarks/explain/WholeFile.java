package dev.squeeze.benchmarks.explain;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.feature.explain.ExplainResult;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayExtent;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayTiming;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordSource.ReadReport;
import dev.squeeze.kit.source.Sources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Stored bytes of all records of a file. Kafka's own producer forms the batches in simulated time, and its own classes
 * compress every one of them: nothing is sampled, and no pairs of batches are compared.
 */
final class WholeFile {
    /** Bytes until the producer's estimate of the compression ratio has settled. */
    private static final long SETTLING_BYTES = 96L << 20;

    private static final int MIN_PASSES = 3;
    /** Enough for a standard error; more bytes make passes longer, since the producer has to settle before each. */
    private static final int MAX_PASSES = 24;

    /**
     * How often the unchanged records go through the producer in each pass, with slightly larger or smaller batches:
     * one more record in a batch shifts the start of all later batches, and the random effect of that would otherwise
     * be in the costs of all fields.
     */
    private static final int DRAWS = 6;

    /** Difference between two draws, relative to {@code batch.size}. */
    private static final double BETWEEN_DRAWS = 5e-4;

    private final List<BatchRecord> all = new ArrayList<>();
    private final Workload workload;
    private final ProducerSettings settings;
    private final WithoutField rewriting;
    private final long bytesOfPasses;

    /**
     * @param explained contains the settings and the workload
     * @param avroSchema schema of Avro values
     * @param bytesOfPasses uncompressed bytes that go through the simulated producer for each field
     */
    WholeFile(String source, ExplainResult explained, Optional<String> avroSchema, long bytesOfPasses) {
        this.bytesOfPasses = bytesOfPasses;
        this.workload = explained.workload();
        this.settings = explained.batches().settings();
        this.rewriting = switch (explained.format()) {
            case JSON -> new WithoutField.OfJson();
            case CSV -> new WithoutField.OfCsv();
            case LINES -> new WithoutField.OfLines();
            case AVRO -> new AvroWithoutField(avroSchema.orElseThrow());
            case PROTOBUF, BYTES ->
                throw new IllegalArgumentException(
                        source + ": values are " + explained.format() + ", which are not compared");
        };
        ReadReport report = Sources.open(List.of(source), ReadOptions.DEFAULT, () -> System.in)
                .read(all::add, (read, total) -> {});
        if (!report.hasTimestamps()) {
            // The producer sets the timestamps, as it does when an application does not.
            all.replaceAll(record -> record.withTimestamp(BatchRecord.WHEN_SENT));
        }
    }

    int records() {
        return all.size();
    }

    /** Number of passes with different arrival times, since the start of batches is random. */
    int passes() {
        return (int) Math.max(MIN_PASSES, Math.min(MAX_PASSES, turns()));
    }

    /** Total number of times that the whole file goes through the producer, over all passes. */
    private long turns() {
        return bytesOfPasses / Math.max(1, bytes(all));
    }

    private long turnsOfPass() {
        return Math.max(1, Math.round((double) turns() / passes()));
    }

    /**
     * Stored bytes per record, batch headers included, for each pass.
     *
     * @param field the field removed from all records; empty for unchanged records
     */
    double[] storedBytesPerRecord(Optional<String> field) {
        List<BatchRecord> records =
                all.stream().map(record -> rewritten(record, field)).toList();
        return IntStream.range(0, passes())
                .parallel()
                .mapToDouble(pass -> field.isPresent()
                        ? storedBytesPerRecord(records, pass, settings.batchSizeBytes())
                        : asTheyAre(records, pass))
                .toArray();
    }

    private double asTheyAre(List<BatchRecord> records, int pass) {
        return IntStream.range(0, DRAWS)
                .mapToDouble(draw -> 1 + (draw - (DRAWS - 1) / 2.0) * BETWEEN_DRAWS)
                .map(share -> storedBytesPerRecord(records, pass, (int) Math.round(share * settings.batchSizeBytes())))
                .average()
                .orElseThrow();
    }

    private double storedBytesPerRecord(List<BatchRecord> records, int pass, int batchSizeBytes) {
        double bytes = 0;
        double sent = 0;
        for (int producer = 0; producer < workload.producers(); producer++) {
            ReplayedTraffic traffic = sentBy(producer, records, pass, batchSizeBytes);
            bytes += traffic.storedBytes();
            sent += traffic.records();
        }
        return bytes / sent;
    }

    private static long bytes(List<BatchRecord> records) {
        return records.stream()
                .mapToLong(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                .sum();
    }

    private BatchRecord rewritten(BatchRecord record, Optional<String> field) {
        byte[] value = record.value();
        return value == null
                ? record
                : new BatchRecord(
                        record.key(), rewriting.write(value, field), record.headers(), record.timestampMillis());
    }

    /**
     * If there are several producers, each sends its share of the records, all equally often. Arrival times are random,
     * but equal within a pass, whichever field was removed.
     */
    private ReplayedTraffic sentBy(int producer, List<BatchRecord> records, int pass, int batchSizeBytes) {
        List<BatchRecord> own = new ArrayList<>();
        for (int i = producer; i < records.size(); i += workload.producers()) {
            own.add(records.get(i));
        }
        long seed = 1_000L * pass + producer;
        SplittableRandom arrivals = new SplittableRandom(seed);
        double meanNanos = 1e9 * workload.producers() / workload.recordsPerSecond();
        ReplayPlan plan = new ReplayPlan(
                settings.codec(),
                batchSizeBytes,
                settings.lingerMillis(),
                workload.partitions(),
                workload.brokers(),
                new ReplayPlan.Arrivals.Patterned(() -> -Math.log(1 - arrivals.nextDouble()) * meanNanos),
                ReplayTiming.ofRoundTrip(Duration.ofNanos((long) (workload.roundTripMillis() * 1e6))));
        int[] next = {0};
        try (ProducerReplay replay = new ProducerReplay(plan, seed)) {
            return replay.send(
                    () -> own.get(next[0]++ % own.size()),
                    record -> ProducerReplay.partitionOf(record, workload.partitions()),
                    new ReplayExtent(SETTLING_BYTES, Long.MAX_VALUE, turnsOfPass() * bytes(own)));
        }
    }
}

package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;

/** Records created by a command, as a source from which a sample can be drawn. */
public record RecordsInMemory(List<BatchRecord> records) implements RecordSource {
    public RecordsInMemory {
        records = List.copyOf(records);
    }

    /**
     * Draws a sample.
     *
     * @param batchBytes uncompressed bytes of batches, ascending
     * @param sampleBytes maximum bytes kept for one batch size
     * @param number of threads for the control compressor
     */
    public Sample sample(List<Integer> batchBytes, long sampleBytes, long seed, int threads) {
        return Sampler.draw(
                this,
                new SamplingPlan(batchBytes, sampleBytes, SamplingPlan.DEFAULT_BATCHES_PER_SIZE, seed, threads),
                (read, total) -> {});
    }

    @Override
    public String notation() {
        return "records in memory";
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        long read = 0;
        long payloadBytes = 0;
        for (BatchRecord record : records) {
            if (!visitor.accept(record)) {
                break;
            }
            read++;
            payloadBytes += record.payloadBytes();
        }
        return new ReadReport(
                read,
                payloadBytes,
                "records",
                records.stream().anyMatch(record -> record.key() != null),
                false,
                List.of());
    }
}

package dev.squeeze.feature.measure;

import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.SampledResult;
import java.util.List;
import java.util.OptionalDouble;

/** A result that was measured on a sample, without a broker. */
public interface OfflineResult extends SampledResult {
    SweepInfo sweep();

    /** Uncompressed record bytes per batch with today's settings; empty if those are unknown. */
    default OptionalDouble todaysRecordBytesPerBatch() {
        return OptionalDouble.empty();
    }

    @Override
    default List<Figure> figures() {
        return SweepFigures.of(sweep());
    }

    @Override
    default List<String> method() {
        return List.of(
                "Batches are built and read by Kafka's own classes; each one was read back and compared.",
                "Speeds are uncompressed MiB of records per CPU second of one core, from interleaved rounds.");
    }
}

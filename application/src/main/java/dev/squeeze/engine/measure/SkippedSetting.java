package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import java.util.OptionalDouble;

/**
 * A setting that was not measured completely, and why.
 *
 * @param batchBytes the batch size at which it was skipped, in bytes
 * @param reason why it was skipped
 * @param detail the reason in one clause
 * @param roughRatio ratio over the few batches that were tried, if any
 * @param roughMebibytesPerSecond compression speed over those, measured while other threads were running
 */
public record SkippedSetting(
        Codec codec,
        int batchBytes,
        Reason reason,
        String detail,
        OptionalDouble roughRatio,
        OptionalDouble roughMebibytesPerSecond) {
    public enum Reason {
        /** The setting, or the levels before it, compress more slowly than the floor. */
        BELOW_FLOOR,
        /** Another setting is better in ratio, compression and decompression, by more than the intervals. */
        DOMINATED,
        /** The time was used up. */
        OUT_OF_TIME
    }
}

package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import java.util.OptionalDouble;

/**
 * A setting that was not measured to the end, and why.
 *
 * @param batchBytes the batch size at which it was skipped, in bytes
 * @param reason why
 * @param detail one clause that says by what
 * @param roughRatio ratio over the few batches that were tried, where any were
 * @param roughMebibytesPerSecond compression speed over those, taken while other threads worked
 */
public record SkippedSetting(
        Codec codec,
        int batchBytes,
        Reason reason,
        String detail,
        OptionalDouble roughRatio,
        OptionalDouble roughMebibytesPerSecond) {
    public enum Reason {
        /** It, or the levels before it, compress slower than the floor. */
        BELOW_FLOOR,
        /** Another setting is better in ratio, compression and decompression, beyond the intervals. */
        DOMINATED,
        /** The time was used up. */
        OUT_OF_TIME
    }
}

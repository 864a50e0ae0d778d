package dev.squeeze.feature.advise;

import dev.squeeze.kit.unit.ByteCount;
import java.util.Locale;

/** Limits on how precisely the records and their compression are known. */
public sealed interface MeasurementCaveat extends Caveat {
    /** Other processes used the processor while speeds were measured. */
    record ContendedMachine(double wallOverCpu) implements MeasurementCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The machine was busy while speeds were measured (wall time %.2f times CPU time): cores and their cost are rough. Ratios are not affected. Run again on an idle machine.",
                    wallOverCpu);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "The machine was busy (wall time %.1f times CPU time): cores are rough, bytes are not.",
                    wallOverCpu);
        }
    }

    /** Few records. */
    record SmallSample(long records, long payloadBytes) implements MeasurementCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Only %,d records (%s) were given: the intervals are valid for these records, not for next week's. Give a sample from a whole day.",
                    records,
                    new ByteCount(payloadBytes));
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "Only %,d records were given: intervals are valid for these, not for next week's.",
                    records);
        }
    }

    /** A batch has a large part of all records that were given. */
    record BatchOfMuchOfTheSample(double recordsPerBatch, long records) implements MeasurementCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "A batch would have %,.0f records, but only %,d were given: a ratio from so few batches is uncertain,"
                            + " and too high if records repeat. Give a larger sample.",
                    recordsPerBatch,
                    records);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "A batch would have %,.0f of only %,d records: give a larger sample.",
                    recordsPerBatch,
                    records);
        }
    }

    /** Parts of the source compress differently. */
    record DriftingData(double lowest, double highest) implements MeasurementCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The data drifts: over twentieths of the source, the ratio of a fast codec varies between %.2fx and %.2fx."
                            + " The interval of the saving includes this.",
                    lowest,
                    highest);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "The data drifts: a fast codec's ratio is %.2fx in some parts and %.2fx in others.",
                    lowest,
                    highest);
        }
    }

    /** The ratio is less precise than intended. */
    record WideRatio(double relativeHalfWidth) implements MeasurementCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The ratio is only known to within %.1f %%: give a larger --sample or --budget.",
                    100 * relativeHalfWidth);
        }
    }
}

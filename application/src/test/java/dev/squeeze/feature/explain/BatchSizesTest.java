package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.feature.explain.BatchSizes.Batch;
import dev.squeeze.feature.explain.BatchSizes.Change;
import dev.squeeze.feature.explain.BatchSizes.OfAllRecords;
import dev.squeeze.feature.explain.BatchSizes.Parts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchSizesTest {
    private static final int BATCHES = 400;
    private static final int RECORDS = 10;

    /**
     * Measures every fourth batch; a change saves a tenth of the bytes that it removes, and some more unrelated to
     * them.
     */
    private static BatchSizes measured(double[] rawSaved) {
        Random random = new Random(1);
        BatchSizes sizes = new BatchSizes(BATCHES);
        for (int i = 0; i < BATCHES; i += 4) {
            double saved = 0.1 * rawSaved[i] + 20 + random.nextGaussian();
            sizes.put(i, batch(saved, rawSaved[i]));
        }
        return sizes;
    }

    private static Batch batch(double saved, double rawSaved) {
        return new Batch(
                RECORDS,
                5_000,
                1_000,
                List.of(new Parts(2, 1_100), new Parts(4, 1_250)),
                List.of(new Change(saved, rawSaved, OptionalDouble.empty())));
    }

    private static double[] rawSaved() {
        Random random = new Random(2);
        return random.doubles(BATCHES, 0, 1)
                .map(each -> 3_000 * Math.pow(each, 8))
                .toArray();
    }

    @Test
    void batchesThatWereNotMeasuredCountByTheBytesThatTheirRecordsLose() {
        double[] rawSaved = rawSaved();
        BatchSizes sizes = measured(rawSaved);
        double measured = sizes.saved(0).estimate();
        double rawOfAll = Arrays.stream(rawSaved).sum() / BATCHES / RECORDS;
        double ofAll = 0.1 * rawOfAll + 2;

        sizes.put(
                0,
                new OfAllRecords(
                        OptionalDouble.of(rawOfAll), SimulatedDoublings.Expected.AS_DEEP.estimate(), Optional.empty()));

        assertThat(Math.abs(measured / ofAll - 1)).isGreaterThan(0.05);
        assertThat(sizes.saved(0).estimate()).isCloseTo(ofAll, within(0.01 * ofAll));
        assertThat(sizes.rawSaved(0)).isEqualTo(rawOfAll);
    }

    /** If all batches lose about the same number of bytes, the saving per byte is chance. */
    @Test
    void aByteThatRecordsLoseIsAStoredByteAtMost() {
        Random random = new Random(5);
        BatchSizes sizes = new BatchSizes(BATCHES);
        for (int i = 0; i < BATCHES; i++) {
            double chance = random.nextGaussian();
            sizes.put(i, batch(70 + 50 * chance, 150 + chance));
        }
        double measured = sizes.saved(0).estimate();
        double raw = sizes.rawSaved(0);

        sizes.put(
                0,
                new OfAllRecords(
                        OptionalDouble.of(raw + 2), SimulatedDoublings.Expected.AS_DEEP.estimate(), Optional.empty()));

        assertThat(sizes.saved(0).estimate()).isBetween(measured, measured + 2 + 1e-9);
    }

    @Test
    void theSameRecordsAgainAreNoOtherObservations() {
        double[] once = rawSaved();
        BatchSizes sizes = new BatchSizes(2 * BATCHES, BatchClosing.NEVER, 2);
        for (int i = 0; i < 2 * BATCHES; i++) {
            sizes.put(i, batch(once[i % BATCHES], once[i % BATCHES]));
        }
        BatchSizes single = new BatchSizes(BATCHES);
        for (int i = 0; i < BATCHES; i++) {
            single.put(i, batch(once[i], once[i]));
        }

        assertThat(sizes.saved(0).low()).isCloseTo(single.saved(0).low(), within(1e-9));
        assertThat(sizes.saved(0).high()).isCloseTo(single.saved(0).high(), within(1e-9));
    }

    @Test
    void deeperBatchesSaveMore() {
        BatchSizes sizes = measured(rawSaved());
        double sameDepth = sizes.saved(0).estimate();

        sizes.put(
                0, new OfAllRecords(OptionalDouble.empty(), new SimulatedDoublings.Estimate(0.1, 0), Optional.empty()));

        // A tenth of a doubling; the last doubling saved 10 bytes per record.
        assertThat(sizes.saved(0).estimate() - sameDepth).isBetween(0.5, 1.0);
        assertThat(sizes.savedInTheSameBatches(0).estimate()).isEqualTo(sameDepth);
    }

    @Test
    void chanceInHowDeepBatchesGetIsInTheInterval() {
        BatchSizes sizes = measured(rawSaved());
        sizes.put(
                0, new OfAllRecords(OptionalDouble.empty(), new SimulatedDoublings.Estimate(0.1, 0), Optional.empty()));
        double known = sizes.saved(0).high() - sizes.saved(0).estimate();

        sizes.put(
                0,
                new OfAllRecords(OptionalDouble.empty(), new SimulatedDoublings.Estimate(0.1, 0.1), Optional.empty()));

        // As large as twice the saving of a tenth of a doubling.
        assertThat(Math.pow(sizes.saved(0).high() - sizes.saved(0).estimate(), 2) - Math.pow(known, 2))
                .isBetween(1.0, 4.0);
    }

    /** Saves 100 bytes in each unchanged batch, 10 per record. */
    private static BatchSizes savesTen(FormedAgain.Saved formed) {
        BatchSizes sizes = new BatchSizes(BATCHES);
        Random random = new Random(4);
        for (int i = 0; i < BATCHES; i++) {
            sizes.put(i, batch(10 * RECORDS + random.nextGaussian(), 3_000));
        }
        sizes.put(
                0,
                new OfAllRecords(
                        OptionalDouble.empty(), SimulatedDoublings.Expected.AS_DEEP.estimate(), Optional.of(formed)));
        return sizes;
    }

    @Test
    void whatBatchesThatFormWithAChangeSaveCounts() {
        BatchSizes sizes = savesTen(new FormedAgain.Saved(16, 0.1, 100, 16));

        assertThat(sizes.saved(0).estimate()).isCloseTo(16, within(0.01));
        assertThat(sizes.saved(0).high() - 16).isGreaterThan(1.95 * 0.1);
        assertThat(sizes.savedInTheSameBatches(0).estimate()).isCloseTo(10, within(0.1));
        assertThat(savesTen(new FormedAgain.Saved(16, 0.1, 200, 16)).saved(0).estimate())
                .isCloseTo(8, within(0.1));
    }

    /** If the saving in pairs is close to zero, an error relative to it is meaningless. */
    @Test
    void theIntervalOfWhatOnlyOtherBatchesSaveIsBounded() {
        BatchSizes sizes = new BatchSizes(BATCHES);
        Random random = new Random(6);
        for (int i = 0; i < BATCHES; i++) {
            sizes.put(i, batch(random.nextGaussian(), 3_000));
        }
        sizes.put(
                0,
                new OfAllRecords(
                        OptionalDouble.empty(),
                        SimulatedDoublings.Expected.AS_DEEP.estimate(),
                        Optional.of(new FormedAgain.Saved(16, 0.1, 100, 16))));

        assertThat(sizes.saved(0).estimate()).isCloseTo(16, within(0.1));
        assertThat(sizes.saved(0).high()).isBetween(16.0, 33.0);
    }

    @Test
    void whatChanceAddsToTheDifferenceIsTakenOff() {
        // 6 bytes more than the pairs show, with a standard error of 2: a ninth of the difference is subtracted.
        assertThat(savesTen(new FormedAgain.Saved(16, 2, 100, 16)).saved(0).estimate())
                .isCloseTo(16 - 6.0 / 9, within(0.1));
    }

    /**
     * A difference of less than 0.5 % of 100 bytes, or within the error of a few rounds, may be chance in which records
     * share batches.
     */
    @Test
    void whatMayBeChanceInThemDoesNot() {
        assertThat(savesTen(new FormedAgain.Saved(10.4, 0.01, 100, 16)).saved(0).estimate())
                .isCloseTo(10, within(0.1));
        assertThat(savesTen(new FormedAgain.Saved(16, 4, 100, 16)).saved(0).estimate())
                .isCloseTo(10, within(0.1));
    }

    @Test
    void ofRecordsThatWereSentManyTimesEvenLittleCounts() {
        assertThat(savesTen(new FormedAgain.Saved(10.4, 0.01, 100, 512))
                        .saved(0)
                        .estimate())
                .isCloseTo(10.4, within(0.01));
    }
}

package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.function.ToDoubleFunction;

/**
 * Differences between two predictions, with intervals. The errors of ratio and codec speed are treated as independent
 * between two settings. Drift changes all compressed bytes together, so it applies to the difference between two
 * compressed settings, or to all bytes of one if the other is uncompressed. Uncertainty about the machine changes the
 * cores of both together, so it applies to their difference.
 */
final class SavingsEstimate {
    private final CostModel costs;
    private final double driftRelativeHalfWidth;
    private final double cpuRelativeHalfWidth;
    private final long n;

    /**
     * @param driftRelativeHalfWidth half width of the 95 % interval of the mean ratio over spans of the source, as a
     *     fraction
     * @param cpuRelativeHalfWidth the same for the CPU times of all settings together; it is included in each
     *     prediction's own
     */
    SavingsEstimate(CostModel costs, double driftRelativeHalfWidth, double cpuRelativeHalfWidth, long n) {
        this.costs = costs;
        this.driftRelativeHalfWidth = driftRelativeHalfWidth;
        this.cpuRelativeHalfWidth = cpuRelativeHalfWidth;
        this.n = n;
    }

    Savings between(Prediction current, Prediction other) {
        ResourceEstimate before = current.resources();
        ResourceEstimate after = other.resources();
        double wireError = bytesError(current, other, ResourceEstimate::wireGigabytesPerMonth);
        double diskError = bytesError(current, other, ResourceEstimate::diskGigabytes);
        double coresError = coresError(current, other);
        double moneyError =
                Math.hypot(bytesError(current, other, ResourceEstimate::bytesMoney), coresError * costs.moneyPerCore());
        return new Savings(
                ConfidenceInterval.around(before.money() - after.money(), moneyError, n),
                ConfidenceInterval.around(before.wireGigabytesPerMonth() - after.wireGigabytesPerMonth(), wireError, n),
                ConfidenceInterval.around(before.diskGigabytes() - after.diskGigabytes(), diskError, n),
                ConfidenceInterval.around(before.cores() - after.cores(), coresError, n));
    }

    /** The roles are known with different precision, so a gain in one does not offset the error of another. */
    private double coresError(Prediction current, Prediction other) {
        ResourceEstimate before = current.resources();
        ResourceEstimate after = other.resources();
        double moved = Math.abs(before.producerCores() - after.producerCores())
                + Math.abs(before.brokerCores() - after.brokerCores())
                + Math.abs(before.consumerCores() - after.consumerCores());
        return Math.hypot(
                cpuRelativeHalfWidth * moved,
                Math.hypot(before.cores() * ofCodec(current), after.cores() * ofCodec(other)));
    }

    private double ofCodec(Prediction prediction) {
        double all = prediction.speedRelativeHalfWidth();
        return Math.sqrt(Math.max(0, all * all - cpuRelativeHalfWidth * cpuRelativeHalfWidth));
    }

    private double bytesError(Prediction current, Prediction other, ToDoubleFunction<ResourceEstimate> amount) {
        if (current.settings().equals(other.settings())) {
            return 0;
        }
        double before = costs.byRatio(current, amount);
        double after = costs.byRatio(other, amount);
        double own = Math.hypot(before * current.ratioRelativeHalfWidth(), after * other.ratioRelativeHalfWidth());
        double drifting = driftRelativeHalfWidth * Math.abs(compressed(current, before) - compressed(other, after));
        return Math.hypot(own, drifting);
    }

    private static double compressed(Prediction prediction, double bytes) {
        return prediction.settings().storedCodec().type() == CodecType.NONE ? 0 : bytes;
    }
}

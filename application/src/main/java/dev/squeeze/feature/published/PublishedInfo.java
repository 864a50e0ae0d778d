package dev.squeeze.feature.published;

import dev.squeeze.kit.document.Observed;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A published figure and its measured counterpart.
 *
 * @param relativeTo id of its baseline; absent for a baseline and for figures without one
 * @param publishedQuotient ratio of the two values in the report
 * @param bound kind of bound if it was published as one
 * @param place place of the measured figure; absent if nothing measures it
 * @param measured measured figure; absent if the stage does not have it
 * @param quotient ratio of the two measured figures; absent if one is missing
 */
public record PublishedInfo(
        String id,
        String label,
        double value,
        String unit,
        Optional<String> relativeTo,
        OptionalDouble publishedQuotient,
        Optional<Holding.Bound> bound,
        Optional<PlaceInfo> place,
        Optional<EstimateInfo> measured,
        Optional<EstimateInfo> quotient) {
    /** @param unit unit of the metric */
    public record PlaceInfo(String stage, String arm, String metric, String unit) {}

    /**
     * @param low lower end of the 95 % interval; absent if there is none
     * @param high upper end
     * @param n rounds or other observations
     */
    public record EstimateInfo(double estimate, OptionalDouble low, OptionalDouble high, long n) {
        static EstimateInfo of(double estimate, Optional<ConfidenceInterval> interval, long n) {
            return new EstimateInfo(
                    estimate,
                    interval.map(known -> OptionalDouble.of(known.low())).orElse(OptionalDouble.empty()),
                    interval.map(known -> OptionalDouble.of(known.high())).orElse(OptionalDouble.empty()),
                    n);
        }

        static EstimateInfo of(Observed figure) {
            return of(figure.estimate(), figure.interval(), figure.n());
        }

        static EstimateInfo of(Quotient quotient) {
            return of(quotient.estimate(), quotient.interval(), quotient.n());
        }

        Optional<ConfidenceInterval> interval() {
            return low.isPresent() && high.isPresent()
                    ? Optional.of(new ConfidenceInterval(
                            estimate, low.getAsDouble(), high.getAsDouble(), Math.max(1, n), false))
                    : Optional.empty();
        }
    }

    /** @param unit unit of the metric; absent if nothing is measured */
    static PublishedInfo of(
            PublishedFigure figure,
            OptionalDouble publishedQuotient,
            Optional<String> unit,
            Optional<Observed> measured,
            Optional<Quotient> quotient) {
        return new PublishedInfo(
                figure.id(),
                figure.label(),
                figure.value(),
                figure.unit(),
                figure.relativeTo(),
                publishedQuotient,
                figure.bound(),
                figure.measured()
                        .map(place -> new PlaceInfo(place.stage(), place.arm(), place.metric(), unit.orElse(""))),
                measured.map(EstimateInfo::of),
                quotient.map(EstimateInfo::of));
    }
}

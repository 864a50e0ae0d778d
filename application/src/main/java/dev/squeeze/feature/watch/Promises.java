package dev.squeeze.feature.watch;

import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.feature.plan.PlannedChange;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The planned relative change of stored bytes of each topic (-0.4 is 40 % less). */
final class Promises {
    /**
     * Lower limit: monthly savings include a rate that may be higher than today's, but a record cannot lose more than
     * all of its bytes.
     */
    private static final double ALL = -1;

    private Promises() {}

    static Map<String, Double> of(PlanResult plan) {
        Map<String, Double> promises = new TreeMap<>();
        plan.changes()
                .forEach(change -> bytes(change).ifPresent(bytes -> promises.put(change.topic(), bytes.estimate())));
        return promises;
    }

    /** Absent in plans of the earliest versions, which do not contain today's bytes. */
    static Optional<ConfidenceInterval> bytes(PlannedChange change) {
        return change.storedBytesOfRecord().or(() -> bytesOfMonth(change));
    }

    private static Optional<ConfidenceInterval> bytesOfMonth(PlannedChange change) {
        ConfidenceInterval saved = change.savings().wireGigabytes();
        return change.wireGigabytesToday()
                .filter(today -> today > 0)
                .map(today -> new ConfidenceInterval(
                        Math.max(ALL, -saved.estimate() / today),
                        Math.max(ALL, -saved.high() / today),
                        Math.max(ALL, -saved.low() / today),
                        saved.n(),
                        false));
    }
}

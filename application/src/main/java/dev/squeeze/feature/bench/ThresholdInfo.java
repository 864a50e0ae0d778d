package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A threshold, and whether it was met.
 *
 * @param demand as the user wrote it
 * @param arm label of the arm whose figure was checked
 * @param value the figure; absent if the arm does not have it, which counts as missed
 * @param met whether it was met
 */
public record ThresholdInfo(String demand, String arm, OptionalDouble value, boolean met) {
    /** Checks each threshold for each arm. */
    static List<ThresholdInfo> of(List<Threshold> thresholds, List<ArmResult> arms, Optional<BaselineInfo> baseline) {
        List<ThresholdInfo> infos = new ArrayList<>();
        for (Threshold threshold : thresholds) {
            for (ArmResult arm : arms) {
                infos.add(threshold.ofChange() ? ofChange(threshold, arm, baseline) : ofFigure(threshold, arm));
            }
        }
        return infos;
    }

    private static ThresholdInfo ofFigure(Threshold threshold, ArmResult arm) {
        Optional<Double> value = arm.isValid() ? arm.estimate(threshold.metric()) : Optional.empty();
        return new ThresholdInfo(
                threshold.text(),
                arm.arm().label(),
                value.map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                value.filter(threshold::isMetBy).isPresent());
    }

    private static ThresholdInfo ofChange(Threshold threshold, ArmResult arm, Optional<BaselineInfo> baseline) {
        String label = arm.arm().label();
        Optional<BaselineInfo.ChangeInfo> change = baseline.flatMap(known -> known.change(label, threshold.metric()));
        return new ThresholdInfo(
                threshold.text(),
                label,
                change.map(known -> OptionalDouble.of(known.change())).orElse(OptionalDouble.empty()),
                change.filter(known -> known.meets(threshold)).isPresent());
    }

    /**
     * Why there is no figure. A change is also absent if the earlier run has no figure, or one under a different load.
     */
    String absence() {
        return Threshold.parse(demand).ofChange() ? "not compared" : "not measured";
    }
}

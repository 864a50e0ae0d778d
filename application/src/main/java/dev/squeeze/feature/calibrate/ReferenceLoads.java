package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.MachineDrift;
import dev.squeeze.engine.experiment.RoleCpu;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.MachineFit;
import dev.squeeze.engine.predict.MachineFit.Observation;
import dev.squeeze.feature.calibrate.CalibrationLoads.Load;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Loads of a machine's calibration that are run again between others, to tell how the machine stands to what it was then:
 * what a thread takes changes with what else the machine's host does, by tens of per cent from one minute to another.
 */
public final class ReferenceLoads {
    private final Map<Arm, Known> loads = new LinkedHashMap<>();
    private final MachineCosts costs;

    private record Known(Load load, Observation then) {}

    /**
     * Prepares them.
     *
     * @param calibrated what the calibration saw, by label; a load that is not among them is not run
     * @param costs that were fitted to it
     */
    public ReferenceLoads(CalibrationLoads all, Map<String, Observation> calibrated, MachineCosts costs) {
        this.costs = costs;
        for (Load load : all.references()) {
            Observation then = calibrated.get(load.label());
            if (then != null) {
                Arm arm = load.arm();
                loads.put(new Arm("reference: " + arm.label(), arm.levels(), arm.settings()), new Known(load, then));
            }
        }
    }

    /** To be run beside others. */
    public List<Arm> arms() {
        return List.copyOf(loads.keySet());
    }

    /** What an arm of these sends; empty for another one. */
    public Optional<Payload> payload(Arm arm) {
        return Optional.ofNullable(loads.get(arm)).map(known -> known.load().payload());
    }

    /**
     * What they say of the machine.
     *
     * @param results of all arms; those of other arms do not count
     * @return empty where none of them was run to an end
     */
    public Optional<MachineDrift> drift(List<ArmResult> results) {
        List<MachineDrift.Reference> references = new ArrayList<>();
        for (ArmResult arm : results) {
            Known known = loads.get(arm.arm());
            if (known != null && arm.isValid()) {
                references.addAll(references(known.load(), known.then(), arm));
            }
        }
        return references.isEmpty() ? Optional.empty() : Optional.of(MachineDrift.of(references));
    }

    private List<MachineDrift.Reference> references(Load load, Observation then, ArmResult arm) {
        List<MachineDrift.Reference> references = new ArrayList<>();
        // What the calibration's trial was dear or cheap by is no property of the machine then.
        double common = MachineFit.commonFactor(then, costs.roles());
        RoleCpu.nanosPerRecord(arm, load.payload().bytesPerRecord()).forEach((role, now) -> {
            double before = then.cpuNanos().getOrDefault(role, 0.0)
                    / common
                    / then.counts().records();
            if (now > 0 && before > 0) {
                references.add(new MachineDrift.Reference(
                        load.label(), role, restShare(role, then), before, now, arm.rounds()));
            }
        });
        return references;
    }

    private double restShare(CostRole role, Observation load) {
        return costs.restShare(role, load.counts(), load.work());
    }
}

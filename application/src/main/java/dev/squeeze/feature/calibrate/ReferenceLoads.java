package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.MachineDrift;
import dev.squeeze.engine.experiment.RoleCpu;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.FitObservation;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.MachineFit;
import dev.squeeze.feature.calibrate.CalibrationLoads.Load;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Loads of a machine's calibration that are run again between other trials, to measure how the machine has changed
 * since: a thread's CPU time for the same work depends on what else the host of the machine does, and varies by tens of
 * percent within minutes.
 */
public final class ReferenceLoads {
    private final Map<Arm, Reference> loads = new LinkedHashMap<>();
    private final MachineCosts costs;
    private final boolean ofAnotherClient;

    private record Reference(Load load, FitObservation then) {}

    /**
     * @param calibrated the calibration's measurements; loads that are not among them are not run
     * @param costs costs that were fitted to these measurements
     * @param client client that sends instead of Java's
     */
    public ReferenceLoads(
            CalibrationLoads all,
            Map<LoadKey, FitObservation> calibrated,
            MachineCosts costs,
            Optional<ForeignClient> client) {
        this.costs = costs;
        ofAnotherClient = client.isPresent();
        for (Load load : all.references()) {
            FitObservation then = calibrated.get(load.key());
            if (then != null) {
                Arm arm = load.arm(client);
                loads.put(
                        new Arm("reference: " + arm.label(), arm.levels(), arm.settings()), new Reference(load, then));
            }
        }
    }

    /** The arms to run between other arms. */
    public List<Arm> arms() {
        return List.copyOf(loads.keySet());
    }

    /** The records that an arm of these sends; empty for any other arm. */
    public Optional<Payload> payload(Arm arm) {
        return Optional.ofNullable(loads.get(arm)).map(known -> known.load().payload());
    }

    /**
     * How the machine's costs have changed since its calibration.
     *
     * @param results results of all arms; those of other arms are ignored
     * @return empty if none of these loads has a valid trial
     */
    public Optional<MachineDrift> drift(List<ArmResult> results) {
        List<MachineDrift.Reference> references = new ArrayList<>();
        for (ArmResult arm : results) {
            Reference known = loads.get(arm.arm());
            if (known != null && arm.isValid()) {
                references.addAll(references(known.load(), known.then(), arm));
            }
        }
        if (references.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ofAnotherClient ? MachineDrift.ofAnotherClient(references) : MachineDrift.of(references));
    }

    private List<MachineDrift.Reference> references(Load load, FitObservation then, ArmResult arm) {
        List<MachineDrift.Reference> references = new ArrayList<>();
        // The deviation that all roles of the calibration's trial share is noise, not the machine's state at that time.
        double common = MachineFit.commonFactor(then, costs.roles());
        RoleCpu.nanosPerRecord(arm, load.payload().bytesPerRecord()).forEach((role, now) -> {
            double before = then.cpuNanos().getOrDefault(role, 0.0)
                    / common
                    / then.counts().records();
            if (now > 0 && before > 0) {
                references.add(new MachineDrift.Reference(
                        load.label(), role, wakeUpShare(role, then), before, now, arm.rounds()));
            }
        });
        return references;
    }

    private double wakeUpShare(CostRole role, FitObservation load) {
        return costs.wakeUpShare(role, load.counts(), load.work());
    }
}

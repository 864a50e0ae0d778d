package dev.squeeze.benchmarks;

import dev.squeeze.ResultKinds;
import dev.squeeze.engine.predict.FitObservation;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.feature.calibrate.CalibrateResult;
import dev.squeeze.feature.calibrate.LoadKey;
import dev.squeeze.feature.calibrate.MachineInfo;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.LiveCluster;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** What benchmarks on an embedded broker have in common. */
public final class LiveLoads {
    /** Round trip of a produce request to a broker on the same machine. */
    public static final double ROUND_TRIP_MILLIS = 0.6;

    private LiveLoads() {}

    static LiveCluster on(EmbeddedCluster brokers) {
        return new LiveCluster(brokers, Optional.of(brokers::usage), brokers::requireAlive);
    }

    /**
     * The costs of the calibrated machine.
     *
     * @throws IllegalArgumentException if the file was not written by {@code squeeze calibrate}
     */
    static MachineCosts machine(Path calibration) {
        return read(calibration)
                .machine()
                .map(MachineInfo::costs)
                .orElseThrow(() -> new IllegalArgumentException(calibration + " holds no costs: calibrate again"));
    }

    /** The calibration's measurements of each load. */
    static Map<LoadKey, FitObservation> calibrated(Path calibration) {
        return read(calibration).observations();
    }

    private static CalibrateResult read(Path calibration) {
        if (!(ResultKinds.reader().read(calibration) instanceof CalibrateResult calibrated)) {
            throw new IllegalArgumentException(calibration + " was not written by squeeze calibrate");
        }
        return calibrated;
    }
}

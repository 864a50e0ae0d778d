package dev.squeeze.benchmarks;

import dev.squeeze.cluster.EmbeddedCluster;
import dev.squeeze.experiment.Arm;
import dev.squeeze.load.ConsumerSettings;
import dev.squeeze.load.LiveCluster;
import dev.squeeze.load.LoadProfile;
import dev.squeeze.load.LoadSettings;
import dev.squeeze.model.MachineCosts;
import dev.squeeze.model.ProducerSettings;
import dev.squeeze.report.CalibrateResult;
import dev.squeeze.report.MachineInfo;
import dev.squeeze.report.ResultReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What benchmarks run on an embedded broker: one producer with a thread, one topic, one consumer beside it. */
final class LiveLoads {
    /** A produce request to a broker on the same machine. */
    static final double ROUND_TRIP_MILLIS = 0.6;

    private LiveLoads() {}

    static Arm arm(String label, ProducerSettings settings, int partitions, LoadProfile profile) {
        Map<String, String> properties = new TreeMap<>(settings.properties());
        properties.put("acks", "all");
        return new Arm(
                label,
                Map.of("load", label),
                new LoadSettings(
                        properties,
                        1,
                        1,
                        1,
                        partitions,
                        1,
                        Map.of(),
                        profile,
                        ConsumerSettings.one(ConsumerSettings.When.BESIDE)));
    }

    static LiveCluster on(EmbeddedCluster brokers) {
        return new LiveCluster(brokers, Optional.of(brokers::usage), brokers::requireAlive);
    }

    /**
     * The machine's costs.
     *
     * @throws IllegalArgumentException where the file is not what {@code squeeze calibrate} wrote
     */
    static MachineCosts machine(Path calibration) {
        if (!(ResultReader.read(calibration) instanceof CalibrateResult calibrated)) {
            throw new IllegalArgumentException(calibration + " was not written by squeeze calibrate");
        }
        return calibrated
                .machine()
                .map(MachineInfo::costs)
                .orElseThrow(() -> new IllegalArgumentException(calibration + " holds no costs: calibrate again"));
    }
}

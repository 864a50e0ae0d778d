package dev.squeeze.benchmarks;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Arguments of a matrix of live loads: its sources, and where its figures go. */
final class MatrixArguments {
    @Parameters(arity = "1..*", paramLabel = "SOURCE", description = "Files, or sample:NAME.")
    List<String> sources = List.of();

    @Option(names = "--calibration", paramLabel = "FILE", description = "What squeeze calibrate wrote on this machine.")
    @Nullable
    Path calibration;

    /** @throws IllegalArgumentException if none was given */
    Path requireCalibration() {
        if (calibration == null) {
            throw new IllegalArgumentException("give --calibration FILE: what squeeze calibrate wrote on this machine");
        }
        return calibration;
    }

    @Option(names = "--csv", paramLabel = "FILE", description = "Write every figure there, as soon as it is known.")
    Path csv;
}

package dev.squeeze.benchmarks;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a matrix of live loads is made over, and where its figures go. */
final class MatrixArguments {
    @Parameters(arity = "1..*", paramLabel = "SOURCE", description = "Files, or sample:NAME.")
    List<String> sources = List.of();

    @Option(
            names = "--calibration",
            required = true,
            paramLabel = "FILE",
            description = "What squeeze calibrate wrote on this machine.")
    Path calibration;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write every figure there, as soon as it is known.")
    Path csv;
}

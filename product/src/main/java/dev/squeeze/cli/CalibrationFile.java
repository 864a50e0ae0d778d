package dev.squeeze.cli;

import dev.squeeze.environment.Environment;
import dev.squeeze.model.MachineCosts;
import dev.squeeze.model.MachineFit;
import dev.squeeze.report.CalibrateResult;
import dev.squeeze.report.MachineInfo;
import dev.squeeze.report.Result;
import dev.squeeze.report.ResultReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The file that holds what {@code squeeze calibrate} found, for the commands that foretell. */
final class CalibrationFile {
    private static final String USUAL = "the folder squeeze in $XDG_CONFIG_HOME or ~/.config, calibration.json";

    @Option(
            names = "--calibration",
            paramLabel = "FILE",
            description =
                    "Where squeeze calibrate keeps what it finds of the machine, and --verify looks for it. Default: "
                            + USUAL + ".")
    @Nullable
    Path file;

    /** Where it is. */
    Path path() {
        return file == null ? usual() : file;
    }

    private static Path usual() {
        String config = System.getenv("XDG_CONFIG_HOME");
        Path folder = config == null || config.isBlank()
                ? Path.of(System.getProperty("user.home"), ".config")
                : Path.of(config);
        return folder.resolve("squeeze").resolve("calibration.json");
    }

    /** Finds mistakes before any work is done, and makes the usual folder. */
    void prepareToWrite() {
        if (file == null) {
            try {
                Files.createDirectories(usual().getParent());
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "the folder for " + usual() + " cannot be made: name another file with --calibration", e);
            }
        }
        WrittenFile.check("--calibration", path());
    }

    /**
     * The costs of a machine.
     *
     * @param observations what the calibration saw of each load, by its label
     * @param foreign what tells that it is another one than this; empty where it is this one
     */
    record Known(MachineCosts costs, Map<String, MachineFit.Observation> observations, Optional<String> foreign) {}

    /**
     * Reads it.
     *
     * @return empty where no file was named and the usual one is not there
     * @throws IllegalArgumentException where it is none, or a run that was not finished
     */
    Optional<Known> read() {
        if (file == null && !Files.exists(usual())) {
            return Optional.empty();
        }
        Result read = ResultReader.read(path());
        if (!(read instanceof CalibrateResult calibrated)) {
            throw new IllegalArgumentException(path() + " is a document of squeeze " + read.kind()
                    + ": --calibration takes that of squeeze calibrate");
        }
        MachineInfo machine = calibrated
                .machine()
                .orElseThrow(() -> new IllegalArgumentException(
                        path() + " is of a calibration that did not come to its end: run squeeze calibrate again"));
        return Optional.of(new Known(
                possible(machine::costs),
                possible(calibrated::observations),
                foreign(calibrated.run().environment())));
    }

    /** Each number may be right for itself, and no machine can have them all. */
    private <T> T possible(Supplier<T> read) {
        try {
            return read.get();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new IllegalArgumentException(
                    path() + " holds costs that cannot be: " + e.getMessage() + "; run squeeze calibrate again", e);
        }
    }

    private static Optional<String> foreign(Environment then) {
        Environment now = Environment.current();
        return then.processor().equals(now.processor()) && then.cores() == now.cores()
                ? Optional.empty()
                : Optional.of(then.processor() + ", " + then.cores() + " cores");
    }
}

package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.MachineFit;
import dev.squeeze.kit.cli.WrittenFile;
import dev.squeeze.kit.document.OtherKindException;
import dev.squeeze.kit.document.ResultReader;
import dev.squeeze.kit.environment.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The file that holds what {@code squeeze calibrate} found, for the commands that foretell. */
public final class CalibrationFile {
    private static final String USUAL = "the folder squeeze in $XDG_CONFIG_HOME or ~/.config, calibration.json";

    @Option(
            names = "--calibration",
            paramLabel = "FILE",
            description =
                    "Where squeeze calibrate keeps what it finds of the machine, and --verify looks for it. Default: "
                            + USUAL + ".")
    @Nullable
    public Path file;

    /** Where it is. */
    public Path path() {
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
    public record Known(
            MachineCosts costs, Map<String, MachineFit.Observation> observations, Optional<String> foreign) {}

    /**
     * Reads it.
     *
     * @return empty where no file was named and the usual one is not there
     * @throws IllegalArgumentException where it is none, or a run that was not finished
     */
    public Optional<Known> read() {
        if (file == null && !Files.exists(usual())) {
            return Optional.empty();
        }
        CalibrateResult calibrated = document();
        MachineInfo machine = calibrated
                .machine()
                .orElseThrow(() -> new IllegalArgumentException(
                        path() + " is of a calibration that did not come to its end: run squeeze calibrate again"));
        return Optional.of(new Known(
                possible(machine::costs),
                possible(calibrated::observations),
                foreign(calibrated.run().environment())));
    }

    private CalibrateResult document() {
        try {
            return (CalibrateResult) new ResultReader(List.of(CalibrateResult.KIND)).read(path());
        } catch (OtherKindException e) {
            throw new IllegalArgumentException(
                    path() + " is a document of squeeze " + e.kind()
                            + ": --calibration takes that of squeeze calibrate",
                    e);
        }
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

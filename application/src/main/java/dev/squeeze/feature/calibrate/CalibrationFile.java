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

/** The file that holds what {@code squeeze calibrate} found, for the commands that predict. */
public final class CalibrationFile {
    private static final String DEFAULT = "the folder squeeze in $XDG_CONFIG_HOME or ~/.config, calibration.json";

    @Option(
            names = "--calibration",
            paramLabel = "FILE",
            description =
                    "Where squeeze calibrate keeps what it finds of the machine, and predictions of CPU time look for it. Default: "
                            + DEFAULT + ".")
    @Nullable
    public Path file;

    public Path path() {
        return file == null ? defaultPath() : file;
    }

    private static Path defaultPath() {
        String config = System.getenv("XDG_CONFIG_HOME");
        Path folder = config == null || config.isBlank()
                ? Path.of(System.getProperty("user.home"), ".config")
                : Path.of(config);
        return folder.resolve("squeeze").resolve("calibration.json");
    }

    /** Finds mistakes before any work is done, and creates the default folder. */
    void prepareToWrite() {
        if (file == null) {
            try {
                Files.createDirectories(defaultPath().getParent());
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "the folder for " + defaultPath() + " cannot be created: name another file with --calibration",
                        e);
            }
        }
        WrittenFile.check("--calibration", path());
    }

    /**
     * The costs of a machine.
     *
     * @param observations what the calibration measured of each load
     * @param foreign the machine's description where it is not this one; empty where it is
     */
    public record Known(
            MachineCosts costs, Map<LoadKey, MachineFit.Observation> observations, Optional<String> foreign) {}

    /**
     * @return empty where no file was named and there is none at the default place
     * @throws IllegalArgumentException where it is no calibration, of an older form, or of a run that did not finish
     */
    public Optional<Known> read() {
        if (file == null && !Files.exists(defaultPath())) {
            return Optional.empty();
        }
        CalibrateResult calibrated = document();
        MachineInfo machine = calibrated
                .machine()
                .orElseThrow(() -> new IllegalArgumentException(
                        path() + " is of a calibration that did not finish: run squeeze calibrate again"));
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
                    path() + " is a result of squeeze " + e.kind() + ": --calibration needs one of squeeze calibrate",
                    e);
        }
    }

    /** Values may be valid each, yet impossible together. */
    private <T> T possible(Supplier<T> read) {
        try {
            return read.get();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new IllegalArgumentException(
                    path() + " holds impossible or incomplete costs: " + e.getMessage()
                            + "; run squeeze calibrate again",
                    e);
        }
    }

    private static Optional<String> foreign(Environment then) {
        Environment now = Environment.current();
        return then.processor().equals(now.processor()) && then.cores() == now.cores()
                ? Optional.empty()
                : Optional.of(then.processor() + ", " + then.cores() + " cores");
    }
}

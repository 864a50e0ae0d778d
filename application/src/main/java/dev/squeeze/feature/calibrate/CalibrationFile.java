package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.FitObservation;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.MachineSpeed;
import dev.squeeze.kit.cli.WrittenFile;
import dev.squeeze.kit.document.OtherKindException;
import dev.squeeze.kit.document.ResultReader;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.environment.UserFolders;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The file with the result of {@code squeeze calibrate}, which the commands that predict read. */
public final class CalibrationFile {
    private static final String DEFAULT =
            "the folder squeeze in $XDG_CONFIG_HOME or ~/.config, calibration.json, or calibration-franz-go.json and so on";

    @Option(
            names = "--calibration",
            paramLabel = "FILE",
            description =
                    "File to which squeeze calibrate writes its result, and from which predictions of CPU time read it."
                            + " Default: "
                            + DEFAULT + ".")
    @Nullable
    public Path file;

    /** The file for a client library; by default each library has its own. */
    public Path path(ClientProfile client) {
        return file == null ? defaultPath(client) : file;
    }

    private static Path defaultPath(ClientProfile client) {
        return UserFolders.config()
                .resolve("calibration" + (client == ClientProfile.JAVA ? "" : "-" + client.label()) + ".json");
    }

    /** Checks the file before any work is done, and creates the default folder. */
    void prepareToWrite(ClientProfile client) {
        if (file == null) {
            try {
                Files.createDirectories(defaultPath(client).getParent());
            } catch (IOException e) {
                throw new UsageException(
                        "the folder for " + defaultPath(client)
                                + " cannot be created: name another file with --calibration",
                        e);
            }
        }
        WrittenFile.check("--calibration", path(client));
    }

    /**
     * The costs of a machine.
     *
     * @param observations the calibration's measurements of each load
     * @param foreign description of the machine if it is not this one, or not known to be; empty if it is
     * @param speed speed of the machine; empty in calibrations of earlier versions
     */
    public record Known(
            MachineCosts costs,
            Map<LoadKey, FitObservation> observations,
            Optional<String> foreign,
            Optional<MachineSpeed> speed) {}

    /**
     * @param client client library whose costs to read
     * @return empty if no file was named and the default file does not exist
     * @throws UsageException if it is not a calibration, or one of another client, of an older format, or of a run that
     *     did not finish
     */
    public Optional<Known> read(ClientProfile client) {
        Path path = path(client);
        if (file == null && !Files.exists(path)) {
            return Optional.empty();
        }
        CalibrateResult calibrated = document(path);
        String measured = calibrated.client().orElse(ClientProfile.JAVA.label());
        if (!measured.equals(client.label())) {
            throw new UsageException(path + " is a calibration of --client " + measured + ": --client " + client.label()
                    + " needs one of squeeze calibrate --client " + client.label());
        }
        MachineInfo machine = calibrated
                .machine()
                .filter(known -> !calibrated.isCutShort())
                .orElseThrow(() -> new UsageException(
                        path + " is from a calibration that did not finish: run squeeze calibrate again"));
        return Optional.of(new Known(
                possible(path, machine::costs),
                possible(path, calibrated::observations),
                foreign(calibrated.run().environment()),
                calibrated.speed()));
    }

    private static CalibrateResult document(Path path) {
        try {
            return (CalibrateResult) new ResultReader(List.of(CalibrateResult.KIND)).read(path);
        } catch (OtherKindException e) {
            throw new UsageException(
                    path + " is a result of squeeze " + e.kind() + ": --calibration needs one of squeeze calibrate", e);
        }
    }

    /** Values may be valid by themselves, yet inconsistent with each other. */
    private static <T> T possible(Path path, Supplier<T> read) {
        try {
            return read.get();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new UsageException(
                    path + " contains impossible or incomplete costs: " + e.getMessage()
                            + "; run squeeze calibrate again",
                    e);
        }
    }

    private static Optional<String> foreign(Environment then) {
        Environment now = Environment.current();
        return then.processor().equals(now.processor()) && now.hasNamedProcessor() && then.cores() == now.cores()
                ? Optional.empty()
                : Optional.of(then.processor() + ", " + then.cores() + " cores");
    }
}

package dev.squeeze;

import static dev.squeeze.fuzz.Expectations.requireClear;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.feature.calibrate.CalibrationFile;
import dev.squeeze.fuzz.DocumentEdits;
import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A calibration's file, as commands that predict look for it. */
public final class CalibrationFuzz implements FuzzTarget {
    private final DocumentEdits edits = new DocumentEdits(List.of("calibrate-complete", "calibrate-broken"));
    private final Path file = Files.createTempFile("calibration", ".json");

    public CalibrationFuzz() throws IOException {}

    @Override
    public List<byte[]> seeds() {
        return edits.seeds();
    }

    @Override
    public void parse(byte[] input) throws IOException {
        try {
            Files.write(file, InputBytes.utf8(edits.apply(input)));
        } catch (JsonProcessingException e) {
            return;
        }
        CalibrationFile calibration = new CalibrationFile();
        calibration.file = file;
        try {
            calibration.read(ClientProfile.JAVA);
        } catch (UsageException e) {
            requireClear(e, file.toString());
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}

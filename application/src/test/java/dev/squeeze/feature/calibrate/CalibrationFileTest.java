package dev.squeeze.feature.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.StopSignal;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.ResultReader;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationFileTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void costsThatAreImpossibleAreReportedWithTheFile() throws IOException {
        ObjectNode document = document();
        ((ObjectNode) document.get("machine")).put("saturation", -1);

        assertRefused(document);
    }

    @Test
    void loadsThatAreImpossibleAreReportedWithTheFile() throws IOException {
        ObjectNode late = document();
        ((ObjectNode) late.at("/loads/0/perSecond")).put("lateShare", 2);
        ObjectNode twice = document();
        ((ArrayNode) twice.get("loads")).add(twice.at("/loads/0"));

        assertRefused(late);
        assertRefused(twice);
    }

    @Test
    void aCostThatIsMissingOrUnknownIsReportedWithTheFile() throws IOException {
        ObjectNode missing = document();
        ((ObjectNode) missing.at("/machine/roles/1/nanos")).remove("cold-batch");
        ObjectNode unknown = document();
        ((ObjectNode) unknown.at("/machine/roles/1/nanos")).put("luck", 1);

        assertRefused(missing);
        assertRefused(unknown);
    }

    @Test
    void anOlderFormIsReportedWithTheFile() throws IOException {
        assertRefused(document().put("schemaVersion", 1));
    }

    @Test
    void whatARunLeftThatEndedEarlyIsNoCalibration() throws IOException {
        assertRefused(document().put("failure", "broker 1 died"));
        assertRefused(document().put("interrupted", true));
    }

    @Test
    void aRunThatEndedEarlyLeavesTheFormerFile() throws IOException {
        Path file = Files.writeString(folder.resolve("calibration.json"), "of all rounds");
        ObjectNode early = document().put("failure", "broker 1 died");
        CalibrateResult result = (CalibrateResult) new ResultReader(List.of(CalibrateResult.KIND))
                .read(Files.writeString(folder.resolve("early.json"), JSON.writeValueAsString(early)));
        StringWriter err = new StringWriter();
        CalibrateCommand command = new CalibrateCommand(
                Terminal.of(List.of(), new StringWriter(), err, InputStream.nullInputStream(), false, new StopSignal()),
                List.of());
        command.calibration.file = file;

        assertThat(command.end(result)).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("nothing was written to " + file);
        assertThat(file).hasContent("of all rounds");
    }

    @Test
    void theCalibrationOfAnotherClientIsRefusedWithTheCommandThatMakesTheRightOne() throws IOException {
        CalibrationFile calibration = new CalibrationFile();
        calibration.file = Files.writeString(
                folder.resolve("calibration.json"),
                JSON.writeValueAsString(document().put("client", "sarama").put("clientVersion", "1.61.1")));

        assertThat(calibration.read(ClientProfile.SARAMA)).isPresent();
        assertThatThrownBy(() -> calibration.read(ClientProfile.FRANZ_GO))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("calibration.json is a calibration of --client sarama")
                .hasMessageContaining("squeeze calibrate --client franz-go");
        assertThatThrownBy(() -> calibration.read(ClientProfile.JAVA)).hasMessageContaining("--client sarama");
    }

    private void assertRefused(ObjectNode document) throws IOException {
        CalibrationFile calibration = new CalibrationFile();
        calibration.file = Files.writeString(folder.resolve("calibration.json"), JSON.writeValueAsString(document));

        assertThatThrownBy(() -> calibration.read(ClientProfile.JAVA))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("calibration.json")
                .hasMessageContaining("run squeeze calibrate again");
    }

    private static ObjectNode document() throws IOException {
        try (InputStream in =
                CalibrationFileTest.class.getResourceAsStream("/dev/squeeze/documents/calibrate-complete.json")) {
            return (ObjectNode) JSON.readTree(Objects.requireNonNull(in));
        }
    }
}

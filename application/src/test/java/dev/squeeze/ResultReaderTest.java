package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.feature.calibrate.CalibrateFixtures;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.document.HtmlReport;
import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultJson;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultReaderTest {
    private static final String VERSION = "\"schemaVersion\" : " + Result.SCHEMA_VERSION;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    static Collection<Result> everyDocument() {
        return GoldenRenderingTest.RESULTS.values();
    }

    @ParameterizedTest
    @MethodSource("everyDocument")
    void whatWasWrittenReadsAndRendersAsBefore(Result result) throws IOException {
        Result read = ResultKinds.reader().read(written(ResultJson.write(result)));

        assertThat(ResultJson.write(read)).isEqualTo(ResultJson.write(result));
        for (OutputFormat format : OutputFormat.values()) {
            assertThat(format.render(read)).isEqualTo(format.render(result));
        }
    }

    @ParameterizedTest
    @MethodSource("everyDocument")
    void aDocumentThatBreaksOffIsRefusedWithItsName(Result result) throws IOException {
        String whole = ResultJson.write(result);
        for (int length : new int[] {0, 1, whole.length() / 3, whole.length() / 2, whole.length() - 3}) {
            Path cut = written(whole.substring(0, length));

            assertThatThrownBy(() -> ResultKinds.reader().read(cut))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("result.json is not a ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "4", "99999999999"})
    void anotherSchemaVersionIsRefusedWithWhatToDo(String version) throws IOException {
        Path other = written(
                ResultJson.write(MeasureFixtures.complete()).replaceFirst(VERSION, "\"schemaVersion\" : " + version));

        assertThatThrownBy(() -> ResultKinds.reader().read(other))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("result.json is of schema version " + version)
                .hasMessageContaining("reads versions 1 to 3 of squeeze measure")
                .hasMessageContaining("run squeeze measure again");
    }

    @Test
    void aDocumentOfTheFirstVersionStillRenders() throws IOException {
        String first = resource("documents/v1/recompress.json");

        Result read = ResultKinds.reader().read(written(first));

        assertThat(read.schemaVersion()).isEqualTo(1);
        assertThat(OutputFormat.TEXT.render(read)).contains("zstd:6");
        assertThat(OutputFormat.MARKDOWN.render(read)).contains("zstd:6");
        assertThat(read.csv()).contains("zstd:6");
        assertThat(HtmlReport.render(read)).contains("document of schema version 1");
        assertThat(ResultJson.write(read)).isEqualTo(first.replace("\"schemaVersion\" : 1", VERSION));
    }

    @Test
    void aCalibrationOfTheFirstVersionIsRefusedWithWhatToDo() throws IOException {
        Path first =
                written(ResultJson.write(CalibrateFixtures.complete()).replaceFirst(VERSION, "\"schemaVersion\" : 1"));

        assertThatThrownBy(() -> ResultKinds.reader().read(first))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("result.json is of schema version 1")
                .hasMessageContaining("reads versions 2 to 3 of squeeze calibrate")
                .hasMessageContaining("run squeeze calibrate again");
    }

    @Test
    void aMissingKeyIsNamedWithItsPlace() throws IOException {
        Path gap = written(ResultJson.write(MeasureFixtures.complete()).replaceFirst("\"batchBytes\" : \\d+,", ""));

        assertThatThrownBy(() -> ResultKinds.reader().read(gap))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("source.samples[0].batchBytes");
    }

    @Test
    void aKeyThatIsNotKnownIsPassedOver() throws IOException {
        String whole = ResultJson.write(MeasureFixtures.complete());

        Result read = ResultKinds.reader().read(written(whole.replaceFirst("\\{", "{\"later\": [1, 2],")));

        assertThat(ResultJson.write(read)).isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{}", "17", "null", "{\"kind\": \"measure\"}", "{\"schemaVersion\": 1}", "\"text\""})
    void foreignJsonIsRefused(String text) throws IOException {
        Path foreign = written(text);

        assertThatThrownBy(() -> ResultKinds.reader().read(foreign))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("result.json is not a result document of squeeze");
    }

    @Test
    void anUnknownKindIsRefusedWithThoseThatAreKnown() throws IOException {
        Path other = written("{\"kind\": \"horoscope\", \"schemaVersion\": 1}");

        assertThatThrownBy(() -> ResultKinds.reader().read(other))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("'horoscope'")
                .hasMessageContaining("advise, bench, calibrate, copy, doctor, experiment, explain,"
                        + " explain-unmeasured, inspect, measure, plan, recompress, rollout, survey, watch");
    }

    @Test
    void bytesThatAreNoTextAndFilesThatAreNotThereAreRefused() throws IOException {
        Path bytes = Files.write(folder.resolve("result.json"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});

        assertThatThrownBy(() -> ResultKinds.reader().read(bytes))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("UTF-8");
        assertThatThrownBy(() -> ResultKinds.reader().read(folder.resolve("none.json")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("none.json cannot be read: there is no such file");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ResultReaderTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Path written(String text) throws IOException {
        return Files.writeString(folder.resolve("result.json"), text);
    }
}

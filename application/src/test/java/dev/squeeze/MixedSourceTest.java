package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of different kinds are refused, parts of one source are accepted. */
class MixedSourceTest {
    private static final String LOG = "203.0.113.9 - - \"GET /a HTTP/1.1\" 200\n".repeat(50);
    private static final String ORDERS = "{\"order\": 1, \"customer\": \"c\", \"amount\": 2.5}\n".repeat(50);
    private static final String SENSORS = "{\"sensor\": 1, \"celsius\": 20.5, \"at\": 170}\n".repeat(50);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private void write(String name, String content) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(folder.resolve(name), content);
    }

    private Invocation measured(String... more) {
        List<String> words = new ArrayList<>(List.of("measure", folder.toString(), "--codecs", "lz4"));
        words.addAll(List.of("--batch-bytes", "4KiB", "--budget", "50ms"));
        words.addAll(List.of(more));
        return Invocation.of(words.toArray(String[]::new));
    }

    private void expectOneSource(String... more) {
        assertThat(measured(more).code()).isEqualTo(ExitCode.DONE);
    }

    private void expectRefusal(String... parts) {
        for (String command : List.of("measure", "advise", "bench")) {
            Invocation refused = Invocation.of(command, folder.toString());
            assertThat(refused.code()).as(refused.err()).isEqualTo(ExitCode.USAGE);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err()).contains(parts).contains("squeeze: file:" + folder, "--format");
        }
    }

    @Test
    void filesOfSeveralFormatsAreListedByKind() throws IOException {
        write("a.jsonl", ORDERS);
        write("b.jsonl", ORDERS);
        write("c.csv", "a,b,c\n1,2,3\n");
        write("d.log", LOG);

        expectRefusal(
                "3 kinds",
                "JSON with amount, customer, order: ",
                "a.jsonl",
                "b.jsonl",
                "CSV with 3 columns: ",
                "c.csv",
                "lines of text: ",
                "d.log");
        expectOneSource("--format", "lines");
    }

    @Test
    void documentsOfSeveralTopicsAreListedByTheirFields() throws IOException {
        write("orders.jsonl", ORDERS);
        write("sensors.jsonl", SENSORS);

        expectRefusal("2 kinds", "amount, customer, order", "at, celsius, sensor", "--format jsonl");
        expectOneSource("--format", "jsonl");
    }

    @Test
    void tablesOfSeveralWidthsAreTwoKinds() throws IOException {
        write("a.csv", "a,b,c\n1,2,3\n");
        write("b.csv", "x;y\n1;2\n");

        expectRefusal("CSV with 2 columns", "CSV with 3 columns");
    }

    @Test
    void rotatedLogsAreOneSource() throws IOException {
        write("app.log", LOG);
        write("app.log.1", LOG);
        write("app.log.2024-01-01", LOG);
        expectOneSource();
    }

    @Test
    void rotatedLogsOfJsonAreOneSourceAlthoughOnlyOneIsCalledALog() throws IOException {
        write("app.log", ORDERS);
        write("app.log.1", ORDERS);
        write("older/app.jsonl", ORDERS);
        expectOneSource();
    }

    @Test
    void partsOfOneTableAreOneSourceWithOrWithoutTheHeader() throws IOException {
        write("part-0.csv", "a,b,c\n1,2,3\n");
        write("part-1.csv", "4,\"five\nlines\",6\n");
        expectOneSource();
    }

    @Test
    void eventsOfSeveralTypesInOneFileAreOneSource() throws IOException {
        write("events.jsonl", ORDERS + SENSORS);
        expectOneSource();
    }

    @Test
    void filesWithEventsOfSeveralTypesAreOneSourceWhereOneFileHoldsBoth() throws IOException {
        write("a.jsonl", ORDERS);
        write("b.jsonl", SENSORS);
        write("c.jsonl", ORDERS + SENSORS);
        expectOneSource();
    }

    @Test
    void documentsThatShareHalfOfTheirFieldsAreOneSource() throws IOException {
        write("a.jsonl", "{\"id\": 1, \"type\": \"a\", \"left\": 1, \"top\": 2}\n".repeat(20));
        write("b.jsonl", "{\"id\": 1, \"type\": \"b\", \"price\": 1, \"sum\": 2}\n".repeat(20));
        expectOneSource();
    }

    @Test
    void documentsThatUseIdentifiersAsFieldNamesAreOneSource() throws IOException {
        for (String name : List.of("a", "b")) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 50; i++) {
                lines.append("{\"").append(name).append(i).append("\": 1}\n");
            }
            write(name + ".jsonl", lines.toString());
        }
        expectOneSource();
    }

    @Test
    void emptyFilesAreLeftOutAndNoKindOfTheirOwn() throws IOException {
        write("a.jsonl", ORDERS);
        write("b.csv", "");
        expectOneSource();
    }
}

package dev.squeeze.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is rendered is what lies in the golden files, byte for byte. {@code mvn -pl product test
 * -Dtest=GoldenRenderingTest -Dgolden.update=true} writes them anew; read the difference before it is kept.
 */
class GoldenRenderingTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "dev", "squeeze", "report");
    private static final Map<String, Result> RESULTS = new TreeMap<>(Map.of(
            "measure-complete", MeasureFixtures.complete(),
            "measure-troubled", MeasureFixtures.troubled(),
            "advise-change", AdviseFixtures.change(),
            "advise-leave-it", AdviseFixtures.leaveIt(),
            "advise-troubled", AdviseFixtures.troubled()));

    static List<String> files() {
        return RESULTS.keySet().stream()
                .flatMap(name -> Stream.of("txt", "json", "csv", "md").map(form -> name + "." + form))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("files")
    void rendersAsTheGoldenFileSays(String file) throws IOException {
        String rendered = render(file);
        Path golden = FOLDER.resolve(file);
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(FOLDER);
            Files.writeString(golden, rendered, StandardCharsets.UTF_8);
        }

        assertThat(golden).exists();
        assertThat(rendered).isEqualTo(Files.readString(golden, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("files")
    void doesNotChangeWithTheLocaleOfTheMachine(String file) {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.ROOT);
            String neutral = render(file);
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

            assertThat(render(file)).isEqualTo(neutral);
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void endsWithOneLineEndAndHoldsNoNumberThatIsNone(String file) {
        String rendered = render(file);

        assertThat(rendered).endsWith("\n").doesNotEndWith("\n\n");
        assertThat(rendered).doesNotContain("NaN").doesNotContain("Infinity").doesNotContain("null");
    }

    @Test
    void everyGoldenFileIsCompared() throws IOException {
        try (Stream<Path> found = Files.list(FOLDER)) {
            assertThat(found.map(path -> path.getFileName().toString())).containsExactlyInAnyOrderElementsOf(files());
        }
    }

    @Test
    void everyRowOfACsvHasTheCellsOfItsHead() {
        for (Result result : RESULTS.values()) {
            List<String> lines = OutputFormat.CSV.render(result).lines().toList();
            long cells = commas(lines.get(0));

            assertThat(lines)
                    .hasSize(1 + ((OfflineResult) result).sweep().measurements().size());
            assertThat(lines).allSatisfy(line -> assertThat(commas(line)).isEqualTo(cells));
        }
    }

    @Test
    void everyRowOfAMarkdownTableHasTheCellsOfItsHead() {
        for (Result result : RESULTS.values()) {
            long cells = 0;
            boolean inTable = false;
            for (String line : OutputFormat.MARKDOWN.render(result).lines().toList()) {
                boolean row = line.startsWith("|");
                if (row && !inTable) {
                    cells = bars(line);
                } else if (row) {
                    assertThat(bars(line)).as(line).isEqualTo(cells);
                }
                inTable = row;
            }
        }
    }

    private static String render(String file) {
        Result result = RESULTS.get(file.substring(0, file.indexOf('.')));
        assertThat(result).isNotNull();
        return OutputFormat.ofFile(file).render(java.util.Objects.requireNonNull(result));
    }

    private static long commas(String line) {
        return line.chars().filter(c -> c == ',').count();
    }

    private static long bars(String line) {
        return Arrays.stream(line.replace("\\|", "").split("", -1))
                .filter("|"::equals)
                .count();
    }
}

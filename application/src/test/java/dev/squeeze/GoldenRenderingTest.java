package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.feature.advise.AdviseFixtures;
import dev.squeeze.feature.advise.AdviseResult;
import dev.squeeze.feature.bench.BenchFixtures;
import dev.squeeze.feature.bench.BenchResult;
import dev.squeeze.feature.bench.SearchFixtures;
import dev.squeeze.feature.bench.WorkerFixtures;
import dev.squeeze.feature.calibrate.CalibrateFixtures;
import dev.squeeze.feature.copy.CopyFixtures;
import dev.squeeze.feature.doctor.DoctorFixtures;
import dev.squeeze.feature.explain.ExplainFixtures;
import dev.squeeze.feature.inspect.InspectFixtures;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.feature.measure.OfflineResult;
import dev.squeeze.feature.plan.PlanFixtures;
import dev.squeeze.feature.published.ExperimentFixtures;
import dev.squeeze.feature.recompress.RecompressFixtures;
import dev.squeeze.feature.rollout.RolloutFixtures;
import dev.squeeze.feature.survey.SurveyFixtures;
import dev.squeeze.feature.survey.SurveyResult;
import dev.squeeze.feature.watch.WatchFixtures;
import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.document.Result;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rendered results equal the golden files, byte for byte. {@code mvn -pl application test -Dtest=GoldenRenderingTest
 * -Dgolden.update=true} updates them; check the diff before committing it.
 */
class GoldenRenderingTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "dev", "squeeze", "documents");
    static final Map<String, Result> RESULTS = new TreeMap<>(Map.ofEntries(
            Map.entry("measure-complete", MeasureFixtures.complete()),
            Map.entry("measure-troubled", MeasureFixtures.troubled()),
            Map.entry("advise-change", AdviseFixtures.change()),
            Map.entry("advise-leave-it", AdviseFixtures.leaveIt()),
            Map.entry("advise-on-topic", AdviseFixtures.onTopic()),
            Map.entry("advise-stored", AdviseFixtures.stored()),
            Map.entry("advise-compared", AdviseFixtures.compared()),
            Map.entry("advise-tiered", AdviseFixtures.tiered()),
            Map.entry("advise-troubled", AdviseFixtures.troubled()),
            Map.entry("advise-verified", AdviseFixtures.verified()),
            Map.entry("bench-complete", BenchFixtures.complete()),
            Map.entry("bench-troubled", BenchFixtures.troubled()),
            Map.entry("bench-many-arms", BenchFixtures.manyArms()),
            Map.entry("bench-searches", SearchFixtures.searches()),
            Map.entry("bench-workers", WorkerFixtures.byWorkers()),
            Map.entry("doctor-ill", DoctorFixtures.ill()),
            Map.entry("doctor-by-severity", DoctorFixtures.bySeverity()),
            Map.entry("doctor-many-notes", DoctorFixtures.manyNotes()),
            Map.entry("doctor-healthy", DoctorFixtures.healthy()),
            Map.entry("explain-complete", ExplainFixtures.complete()),
            Map.entry("explain-formats", ExplainFixtures.withFormats()),
            Map.entry("explain-troubled", ExplainFixtures.troubled()),
            Map.entry("explain-unmeasured", ExplainFixtures.unmeasured()),
            Map.entry("inspect-mixed", InspectFixtures.mixed()),
            Map.entry("inspect-sampled", InspectFixtures.sampled()),
            Map.entry("inspect-unknown", InspectFixtures.unknown()),
            Map.entry("copy-compared", CopyFixtures.compared()),
            Map.entry("copy-broken", CopyFixtures.broken()),
            Map.entry("copy-workers", CopyFixtures.byWorkers()),
            Map.entry("experiment-complete", ExperimentFixtures.complete()),
            Map.entry("experiment-interrupted", ExperimentFixtures.interrupted()),
            Map.entry("recompress-joined", RecompressFixtures.joined()),
            Map.entry("recompress-interrupted", RecompressFixtures.interrupted()),
            Map.entry("calibrate-complete", CalibrateFixtures.complete()),
            Map.entry("calibrate-broken", CalibrateFixtures.broken()),
            Map.entry("calibrate-client", CalibrateFixtures.ofAnotherClient()),
            Map.entry("plan-in-waves", PlanFixtures.inWaves()),
            Map.entry("plan-checked", PlanFixtures.checked()),
            Map.entry("watch-compared", WatchFixtures.compared()),
            Map.entry("watch-watched", WatchFixtures.watched()),
            Map.entry("rollout-complete", RolloutFixtures.complete()),
            Map.entry("rollout-interrupted", RolloutFixtures.interrupted()),
            Map.entry("survey-complete", SurveyFixtures.complete()),
            Map.entry("survey-cut-short", SurveyFixtures.cutShort())));

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
            assertThat(found.filter(Files::isRegularFile)
                            .map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(files());
        }
    }

    @Test
    void everyRowOfACsvHasTheCellsOfItsHead() throws IOException {
        for (Result result : RESULTS.values()) {
            List<CSVRecord> records = CSVFormat.RFC4180
                    .parse(new StringReader(OutputFormat.CSV.render(result)))
                    .getRecords();

            rows(result).ifPresent(rows -> assertThat(records).hasSize(1 + rows));
            assertThat(records).allSatisfy(record -> assertThat(record.size())
                    .isEqualTo(records.get(0).size()));
        }
    }

    /** One row per measurement, or per figure of each arm and search. */
    private static OptionalInt rows(Result result) {
        if (result instanceof AdviseResult) {
            return OptionalInt.empty();
        }
        if (result instanceof OfflineResult offline) {
            int ofClients = offline.sweep().clients().stream()
                    .mapToInt(client -> client.measurements().size())
                    .sum();
            return OptionalInt.of(offline.sweep().measurements().size() + ofClients);
        }
        if (result instanceof SurveyResult survey) {
            return OptionalInt.of(survey.topics().size());
        }
        if (!(result instanceof BenchResult bench)) {
            return OptionalInt.empty();
        }
        int ofArms = bench.arms().stream().mapToInt(arm -> arm.metrics().size()).sum();
        int ofSearches = bench.searches().stream()
                .mapToInt(search -> search.metrics().size()
                        + (search.sustainedRecordsPerSecond().isPresent() ? 1 : 0)
                        + (search.failedRecordsPerSecond().isPresent() ? 1 : 0))
                .sum();
        return OptionalInt.of(ofArms + ofSearches);
    }

    @Test
    void noLineOfALiveRunsTextIsWiderThanATerminalOf120Columns() {
        RESULTS.values().stream().filter(BenchResult.class::isInstance).forEach(result -> assertThat(
                        OutputFormat.TEXT.render(result).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120)));
    }

    @Test
    void everyRowOfALiveRunsMarkdownBeginsWithAName() {
        RESULTS.values().stream().filter(BenchResult.class::isInstance).forEach(result -> assertThat(
                        OutputFormat.MARKDOWN.render(result).lines())
                .filteredOn(line -> line.startsWith("|"))
                .allSatisfy(line -> assertThat(line).doesNotStartWith("|  |")));
    }

    @Test
    void nothingOfAnArmThatFailedIsQuoted() {
        BenchResult bench = BenchFixtures.complete();
        String text = OutputFormat.TEXT.render(bench);

        assertThat(bench.arms()).filteredOn(arm -> !arm.valid()).hasSize(1);
        assertThat(text.lines().filter(line -> line.contains("gzip:6")))
                .singleElement()
                .asString()
                .contains("missing");
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

    private static long bars(String line) {
        return Arrays.stream(line.replace("\\|", "").split("", -1))
                .filter("|"::equals)
                .count();
    }
}

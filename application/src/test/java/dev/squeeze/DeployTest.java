package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Checks that the files in {@code deploy} can be parsed, and that the commands and files they refer to exist. */
class DeployTest {
    private static final Path FOLDER = Path.of("..", "deploy");
    private static final YAMLMapper YAML = new YAMLMapper();

    @TempDir
    Path folder;

    static List<Path> files() throws Exception {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().matches(".*\\.ya?ml")).toList();
        }
    }

    private static JsonNode read(String file) throws Exception {
        return YAML.readTree(FOLDER.resolve(file).toFile());
    }

    /** Parses a command line with the real commands, which refuse unknown flags and values. */
    private static void parse(List<String> words) {
        CommandLine program = Squeeze.commandLine(List.of("squeeze"), Invocation.silentTerminal());
        program.parseArgs(words.toArray(String[]::new));
    }

    private static List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(word -> words.add(word.asText()));
        return words;
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyFileIsYaml(Path file) throws Exception {
        assertThat(YAML.readTree(file.toFile()).isObject()).isTrue();
    }

    @Test
    void theJobRunsACommandThatExistsAsAnOrdinaryUser() throws Exception {
        JsonNode job = read("kubernetes-job.yaml");
        JsonNode pod = job.at("/spec/template/spec");
        JsonNode container = pod.at("/containers/0");

        assertThat(job.path("apiVersion").asText()).isEqualTo("batch/v1");
        assertThat(job.path("kind").asText()).isEqualTo("Job");
        assertThat(pod.path("restartPolicy").asText()).isEqualTo("Never");
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.at("/securityContext/runAsUser").asInt()).isPositive();
        assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean())
                .isTrue();
        parse(words(container.path("args")));
    }

    @Test
    void everyVolumeOfTheJobIsDeclaredAndEachWrittenPathIsOnOne() throws Exception {
        JsonNode pod = read("kubernetes-job.yaml").at("/spec/template/spec");
        List<String> declared = new ArrayList<>();
        pod.path("volumes").forEach(volume -> declared.add(volume.path("name").asText()));
        List<String> mounted = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        pod.at("/containers/0/volumeMounts").forEach(mount -> {
            mounted.add(mount.path("name").asText());
            paths.add(mount.path("mountPath").asText());
        });

        assertThat(mounted).containsExactlyInAnyOrderElementsOf(declared);
        assertThat(paths).contains("/data", "/tmp", "/etc/squeeze");
    }

    @Test
    void theDeploymentAndTheUnitStartAWorkerAsAnOrdinaryUser() throws Exception {
        JsonNode deployment = read("kubernetes-workers.yaml");
        JsonNode pod = deployment.at("/spec/template/spec");
        String unit = Files.readString(FOLDER.resolve("squeeze-worker.service"));
        Matcher command = Pattern.compile("(?m)^ExecStart=/opt/squeeze/squeeze (worker .*)$")
                .matcher(unit);

        assertThat(deployment.path("kind").asText()).isEqualTo("Deployment");
        assertThat(deployment.at("/spec/selector/matchLabels"))
                .isEqualTo(deployment.at("/spec/template/metadata/labels"));
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.at("/containers/0/args/0").asText()).isEqualTo("worker");
        parse(words(pod.at("/containers/0/args")));
        assertThat(command.find()).isTrue();
        parse(List.of(command.group(1).split(" ")));
        assertThat(unit).contains("User=squeeze", "KillSignal=SIGTERM");
    }

    @Test
    void theActionCallsDoctorWithFlagsThatExist() throws Exception {
        JsonNode action = read("action.yml");
        String script = action.at("/runs/steps/0/run").asText();
        Matcher call = Pattern.compile("squeeze/squeeze\" (doctor .*?) \\|\\| code", Pattern.DOTALL)
                .matcher(script);
        assertThat(call.find()).isTrue();
        List<String> words = new ArrayList<>();
        for (String word : call.group(1).replace("\\\n", " ").trim().split("\\s+")) {
            words.add(
                    switch (word) {
                        case "\"$BOOTSTRAP_SERVER\"" -> "kafka1:9092";
                        case "\"$INCLUDE\"" ->
                            action.at("/inputs/include/default").asText();
                        case "\"$FAIL_ON\"" ->
                            action.at("/inputs/fail-on/default").asText();
                        case "\"$report\"" -> "doctor.md";
                        default -> word;
                    });
        }
        assertThat(words.remove("\"${config[@]}\"")).isTrue();

        assertThat(words).contains("--fail-on", "--bootstrap-server").noneMatch(word -> word.contains("$"));
        parse(words);
        assertThat(script).contains("--command-config \"$COMMAND_CONFIG\"");
        parse(List.of("doctor", "--command-config", "client.properties"));
    }

    /** The script only reads inputs from the environment, so that their content is never executed. */
    @Test
    void inputsOfTheActionReachTheScriptThroughItsEnvironment() throws Exception {
        JsonNode action = read("action.yml");
        JsonNode step = action.at("/runs/steps/0");

        assertThat(step.path("run").asText()).doesNotContain("${{");
        action.path("inputs").fieldNames().forEachRemaining(input -> assertThat(
                        step.path("env").toString())
                .contains("${{ inputs." + input + " }}"));
    }

    @Test
    @Tag("live")
    void theScriptOfTheActionIsBash() throws Exception {
        Path script = Files.writeString(
                folder.resolve("action.sh"),
                read("action.yml").at("/runs/steps/0/run").asText());
        Process bash = new ProcessBuilder("bash", "-n", script.toString())
                .redirectErrorStream(true)
                .redirectOutput(new File("/dev/null"))
                .start();

        assertThat(bash.waitFor()).isZero();
    }

    /** Checks the requirements of Grafana's schema, and that panels do not overlap; WatchCommandTest checks the queries. */
    @Test
    void everyPanelOfTheDashboardHasWhatGrafanaRequiresAndAPlaceOfItsOwn() throws Exception {
        JsonNode dashboard = read("watch-dashboard.json");
        Set<String> taken = new TreeSet<>();
        Set<Integer> ids = new TreeSet<>();

        assertThat(dashboard.path("schemaVersion").isInt()).isTrue();
        assertThat(dashboard.at("/annotations/list").isArray()).isTrue();
        for (JsonNode panel : dashboard.path("panels")) {
            String title = panel.path("title").asText();
            assertThat(ids.add(panel.path("id").asInt())).as(title).isTrue();
            assertThat(names(panel.at("/options/legend")))
                    .as(title)
                    .containsExactly("calcs", "displayMode", "placement", "showLegend");
            assertThat(names(panel.at("/options/tooltip"))).as(title).containsExactly("mode", "sort");
            assertThat(panel.at("/datasource/uid").asText()).as(title).isEqualTo("${datasource}");
            JsonNode place = panel.path("gridPos");
            for (int x = 0; x < place.path("w").asInt(); x++) {
                for (int y = 0; y < place.path("h").asInt(); y++) {
                    int column = place.path("x").asInt() + x;
                    assertThat(column).as(title).isLessThan(24);
                    assertThat(taken.add(column + "/" + (place.path("y").asInt() + y)))
                            .as(title)
                            .isTrue();
                }
            }
        }
    }

    /** Prometheus' own tool, if installed: see CONTRIBUTING.md. */
    @ParameterizedTest
    @Tag("live")
    @CsvSource({"check, watch-alerts.yaml", "test, watch-alerts.test.yaml"})
    void prometheusItselfTakesTheAlertRulesAndEachFires(String verb, String file) throws Exception {
        Optional<Path> promtool = OnPath.program("promtool");
        Assumptions.assumeTrue(promtool.isPresent(), "promtool is not on the PATH: Prometheus did not check the rules");

        OnPath.Ended check =
                OnPath.run(FOLDER, "", List.of(promtool.orElseThrow().toString(), verb, "rules", file));

        assertThat(check.code()).as(check.printed()).isZero();
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** A component that no pipeline uses is not started, and one that is not configured makes the Collector fail to start. */
    @Test
    void pipelinesOfTheCollectorNameWhatIsConfiguredAndAllOfIt() throws Exception {
        JsonNode collector = read("watch-otel-collector.yaml");
        assertThat(names(collector.at("/service/pipelines"))).containsExactly("metrics");

        for (String kind : List.of("receivers", "processors", "exporters")) {
            assertThat(words(collector.at("/service/pipelines/metrics/" + kind)))
                    .containsExactlyInAnyOrderElementsOf(names(collector.path(kind)));
        }
    }

    @Test
    void theCollectorScrapesTheAddressThatTheHelpAndTheGuideName() throws Exception {
        JsonNode scrape = read("watch-otel-collector.yaml").at("/receivers/prometheus/config/scrape_configs/0");
        String address = scrape.at("/static_configs/0/targets/0").asText();
        String guide = Files.readString(Path.of("..", "docs", "guide", "rollout.md"));

        parse(List.of("watch", "--bootstrap-server", "kafka1:9092", "--listen", address));
        assertThat(Invocation.of("watch", "--help").out()).contains("--listen " + address);
        assertThat(guide)
                .contains(
                        "--listen " + address + " --token-file squeeze-token",
                        "targets: [\"" + address + "\"]",
                        "squeeze-token "
                                + scrape.at("/authorization/credentials_file").asText(),
                        "OTEL_EXPORTER_OTLP_ENDPOINT=");
        assertThat(scrape.path("job_name").asText()).isEqualTo("squeeze-watch");
    }

    /** The Collector itself, if installed. It refuses to start if the token's file is missing. */
    @Test
    @Tag("live")
    void theCollectorTakesItsConfiguration() throws Exception {
        Optional<Path> collector = OnPath.program("otelcol-contrib", "otelcol");
        Assumptions.assumeTrue(
                collector.isPresent(), "otelcol is not on the PATH: the Collector did not validate its configuration");

        Path token = Files.writeString(folder.resolve("squeeze-token"), "0123456789abcdef0123");
        Path configuration = Files.writeString(
                folder.resolve("collector.yaml"),
                Files.readString(FOLDER.resolve("watch-otel-collector.yaml"))
                        .replace("/etc/otelcol/squeeze-token", token.toString()));

        OnPath.Ended check = OnPath.run(
                folder,
                "",
                List.of(
                        "env",
                        "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318",
                        collector.orElseThrow().toString(),
                        "validate",
                        "--config",
                        configuration.toString()));

        assertThat(check.code()).as(check.printed()).isZero();
    }
}

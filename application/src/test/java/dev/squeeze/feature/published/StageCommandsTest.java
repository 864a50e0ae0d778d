package dev.squeeze.feature.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.Squeeze;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flags for all stages are passed to those whose command has them, and to no others. */
class StageCommandsTest {
    private static final String STAGES = """
            name: Every kind of stage
            source: sample:json-events
            stages:
              topic: {command: fill, source: "${source}", topic: "${run}-raw", codecs: [none], num-records: 40}
              copies: {command: copy, topic: "${run}-raw", codecs: [gzip]}
              look: {command: inspect, source: "topic:${run}-raw"}
              checks: {command: doctor, topic: "${run}-raw"}
              live: {command: bench, source: "${source}", codecs: [none, lz4]}
              own: {command: bench, source: "${source}", codecs: [none], brokers: 2}
              offline: {command: measure, source: "${source}"}
              advice: {command: advise, source: "topic:${run}-raw", verify: false}
              verified: {command: advise, source: "topic:${run}-raw", verify: true}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private StagedFile file() {
        return StagedFile.of(ExperimentFile.read(Path.of(Records.write(folder, "experiment.yaml", STAGES))));
    }

    private static StageCommands commands(StagedFile file, List<String> cluster, Map<String, String> flags) {
        return new StageCommands(
                file,
                new StageSettings("squeeze-check", file.source(), 1, cluster, flags, List.of()),
                Invocation.silentTerminal(),
                Squeeze.application());
    }

    /** Names of stages, by the flags that they receive. */
    private static Map<String, List<String>> stagesWith(StagedFile file, StageCommands commands, String... flags) {
        Map<String, List<String>> stages = new HashMap<>();
        for (Stage stage : file.stages()) {
            List<String> words = commands.words(stage, StageCommands.NO_ADDRESS);
            for (String flag : flags) {
                if (words.contains(flag)) {
                    stages.computeIfAbsent(flag, first -> new ArrayList<>()).add(stage.name());
                }
            }
        }
        return stages;
    }

    @Test
    void onTheUsersClusterTheyReachEveryStageThatAsksItsBrokers() {
        StagedFile file = file();
        StageCommands commands = commands(
                file,
                List.of("--bootstrap-server", "kafka1:9092"),
                Map.of("--timeout", "45000ms", "--jmx", "kafka1:9999", "--broker-heap", "1073741824"));

        commands.check();

        assertThat(stagesWith(file, commands, "--timeout", "--jmx", "--broker-heap"))
                .isEqualTo(Map.of(
                        "--timeout", List.of("topic", "copies", "live", "own"),
                        "--jmx", List.of("copies", "checks", "live", "own", "verified")));
    }

    @Test
    void onEmbeddedBrokersAHeapIsForStagesWithTheirOwn() {
        StagedFile file = file();
        StageCommands commands =
                commands(file, List.of(), Map.of("--timeout", "45000ms", "--broker-heap", "1073741824"));

        assertThat(stagesWith(file, commands, "--timeout", "--broker-heap"))
                .isEqualTo(Map.of(
                        "--timeout", List.of("topic", "copies", "live", "own"), "--broker-heap", List.of("own")));
    }
}

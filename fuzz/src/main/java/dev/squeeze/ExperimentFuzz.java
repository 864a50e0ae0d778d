package dev.squeeze;

import static dev.squeeze.fuzz.Expectations.requireClear;

import dev.squeeze.feature.published.CommandKeys;
import dev.squeeze.feature.published.ExperimentFile;
import dev.squeeze.feature.published.Stage;
import dev.squeeze.feature.published.StageCommands;
import dev.squeeze.feature.published.StageSettings;
import dev.squeeze.feature.published.StagedFile;
import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.StopSignal;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;

/** Experiments as YAML, up to the command lines that they become: of one bench, or of the stages of a published one. */
public final class ExperimentFuzz implements FuzzTarget {
    private static final String NAME = "experiment.yaml";
    /** Each key makes a command line of its own, which takes milliseconds. */
    private static final int MAX_STAGES = 3;

    private static final int MAX_KEYS = 12;

    private final Terminal terminal = Terminal.of(
            List.of("squeeze"),
            new StringWriter(),
            new StringWriter(),
            InputStream.nullInputStream(),
            false,
            new StopSignal());

    @Override
    public List<byte[]> seeds() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        for (String name : List.of("codecs", "http")) {
            try (InputStream in = ExperimentFile.class.getResourceAsStream("experiments/" + name + ".yaml")) {
                seeds.add(Objects.requireNonNull(in, name).readAllBytes());
            }
        }
        seeds.add(InputBytes.utf8("""
                        name: a
                        source: ${source}
                        brokers: 2
                        published-in: {title: t, year: 2012}
                        stages:
                          one:
                            command: measure
                            codecs: [none, "zstd:3"]
                            budget: 5s
                        published:
                          f: {value: 2, unit: x, stage: one, arm: zstd:3 64KiB, metric: ratio, bound: at-least}
                        findings:
                          g: {says: s, figure: f}
                        """));
        seeds.add(InputBytes.utf8("source: &a sample:access-log\nvary: {codec: [none, *a]}\ndrain: true\n"));
        return seeds;
    }

    @Override
    public void parse(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        try {
            ExperimentFile file = ExperimentFile.parse(NAME, text);
            if (file.hasStages()) {
                staged(StagedFile.of(file));
            } else if (file.entries().size() <= MAX_KEYS) {
                new CommandKeys(Squeeze.commandLine(List.of("squeeze"), terminal), CommandKeys.BENCH)
                        .commandLine(file, List.of());
            }
        } catch (CommandLine.ParameterException e) {
            // The command line says it with its own words.
        } catch (UsageException | FailedException e) {
            requireClear(e, NAME);
        }
    }

    private void staged(StagedFile staged) {
        StageSettings settings =
                new StageSettings("run", Optional.of("sample:access-log"), 1, List.of(), Map.of(), List.of());
        StageCommands commands = new StageCommands(staged, settings, terminal, Squeeze.application());
        int stages = 0;
        for (Stage stage : staged.stages()) {
            if (++stages > MAX_STAGES || stage.keys().entries().size() > MAX_KEYS) {
                return;
            }
            commands.words(stage, StageCommands.NO_ADDRESS);
        }
    }
}

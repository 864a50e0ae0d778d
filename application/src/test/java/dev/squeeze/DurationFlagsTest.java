package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** All duration flags of all commands, tested with common notations. */
@Tag("slow")
class DurationFlagsTest {
    /** Flags whose setting in Kafka is in milliseconds: users of Kafka write numbers without a unit. */
    private static final Set<String> MILLISECONDS = Set.of("--linger", "--max-latency", "--round-trip");

    private record Flag(List<String> command, String name) {
        @Override
        public String toString() {
            return String.join(" ", command) + " " + name;
        }
    }

    private static CommandLine program() {
        return Squeeze.commandLine(List.of("squeeze"), Invocation.silentTerminal());
    }

    private static List<Flag> flags() {
        List<Flag> flags = new ArrayList<>();
        collect(program(), List.of(), flags);
        return flags;
    }

    private static void collect(CommandLine command, List<String> path, List<Flag> flags) {
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (List.of(option.auxiliaryTypes()).contains(Duration.class) || option.type() == Duration.class) {
                flags.add(new Flag(path, option.longestName()));
            }
        }
        command.getSubcommands().forEach((name, subcommand) -> {
            List<String> longer = new ArrayList<>(path);
            longer.add(name);
            collect(subcommand, longer, flags);
        });
    }

    /** The value of the flag after parsing the command line; previously parsed values are reset. */
    private static Object parsed(CommandLine program, Flag flag, String value) {
        CommandLine command = program;
        for (String name : flag.command()) {
            command = command.getSubcommands().get(name);
        }
        List<String> words = new ArrayList<>(flag.command());
        words.add(flag.name() + "=" + value);
        try {
            program.parseArgs(words.toArray(String[]::new));
        } catch (MissingParameterException e) {
            // Something else is missing, but the duration was accepted.
        }
        Object held = command.getCommandSpec().findOption(flag.name()).getValue();
        return held instanceof Collection<?> several ? several.iterator().next() : held;
    }

    @Test
    void everyOneTakesANumberWithAUnit() {
        CommandLine program = program();
        assertThat(flags()).hasSizeGreaterThan(20).allSatisfy(flag -> {
            assertThat(parsed(program, flag, "20ms")).isEqualTo(Duration.ofMillis(20));
            assertThat(parsed(program, flag, "2s")).isEqualTo(Duration.ofSeconds(2));
            assertThat(parsed(program, flag, "5m")).isEqualTo(Duration.ofMinutes(5));
        });
    }

    @Test
    void aNumberWithoutAUnitIsMillisecondsWhereKafkasSettingIsAndElseRefusedWithTheUnits() {
        CommandLine program = program();
        Set<String> bare = new TreeSet<>();
        for (Flag flag : flags()) {
            if (MILLISECONDS.contains(flag.name())) {
                bare.add(flag.name());
                assertThat(parsed(program, flag, "100")).as(flag.toString()).isEqualTo(Duration.ofMillis(100));
            } else {
                assertThatThrownBy(() -> parsed(program, flag, "100"))
                        .as(flag.toString())
                        .isInstanceOf(ParameterException.class)
                        .hasMessageContaining(flag.name())
                        .hasMessageContaining("'100' has no unit (write 100s, 100ms, 100m or 100h)");
            }
        }
        assertThat(bare).isEqualTo(new TreeSet<>(MILLISECONDS));
    }
}

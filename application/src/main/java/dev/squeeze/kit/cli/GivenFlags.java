package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * What was given on a command line, whatever the values: a flag that repeats its default is given too.
 *
 * @param names such as {@code --rate}, or {@code SURVEY.json} of a parameter without a flag
 */
public record GivenFlags(Set<String> names) {
    public GivenFlags {
        names = Set.copyOf(names);
    }

    /** The flags that a command was given; none before it has been parsed. */
    public static GivenFlags of(CommandSpec command) {
        ParseResult parsed = command.commandLine().getParseResult();
        return new GivenFlags(
                parsed == null
                        ? Set.of()
                        : Stream.concat(
                                        parsed.matchedOptionsSet().stream()
                                                .filter(option -> !Boolean.FALSE.equals(option.getValue()))
                                                .map(OptionSpec::longestName),
                                        parsed.matchedPositionalsSet().stream().map(ArgSpec::paramLabel))
                                .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** With something else that rules may name, such as a kind of source. */
    public GivenFlags with(String name, boolean given) {
        Set<String> all = new TreeSet<>(names);
        if (given) {
            all.add(name);
        }
        return new GivenFlags(all);
    }

    public boolean has(String flag) {
        return names.contains(flag);
    }

    /** @throws UsageException for the first rule that they break */
    public void check(List<Rule> rules) {
        rules.forEach(rule -> rule.check(this));
    }

    /** What flags demand of one another. */
    public interface Rule {
        /** @throws UsageException if they break it */
        void check(GivenFlags given);

        /**
         * With one flag, others must be left out.
         *
         * @param why ends before a colon
         */
        static Rule without(String flag, String why, String... others) {
            return without(flag, why, "", List.of(others));
        }

        /** @param instead what else may be done; empty for nothing */
        static Rule without(String flag, String why, String instead, List<String> others) {
            return given -> others.stream()
                    .filter(other -> given.has(flag) && given.has(other))
                    .findFirst()
                    .ifPresent(other -> {
                        throw new UsageException(why + ": leave " + other + " out" + instead);
                    });
        }

        /** A flag that cannot be combined with any of others; in the command's own words. */
        static Rule excludes(String message, String flag, String... others) {
            return given -> {
                if (given.has(flag) && Arrays.stream(others).anyMatch(given::has)) {
                    throw new UsageException(message);
                }
            };
        }

        /** A flag that has a meaning only with another one; in the command's own words. */
        static Rule needs(String message, String flag, String owner) {
            return given -> {
                if (given.has(flag) && !given.has(owner)) {
                    throw new UsageException(message);
                }
            };
        }

        /** A flag that must be given; in the command's own words. */
        static Rule required(String message, String flag) {
            return given -> {
                if (!given.has(flag)) {
                    throw new UsageException(message);
                }
            };
        }

        /** A flag of a mixin that has no meaning in a command; in the command's own words. */
        static Rule never(String message, String flag) {
            return given -> {
                if (given.has(flag)) {
                    throw new UsageException(message);
                }
            };
        }

        /** The same rule, which does not hold where a flag is given. */
        default Rule unless(String flag) {
            return given -> {
                if (!given.has(flag)) {
                    check(given);
                }
            };
        }

        /** One of two flags must be given, and not both; in the command's own words. */
        static Rule exactlyOne(String message, String flag, String other) {
            return given -> {
                if (given.has(flag) == given.has(other)) {
                    throw new UsageException(message);
                }
            };
        }

        /** Flags that have a meaning only with one of their owners. */
        static Rule onlyWith(List<String> owners, String... flags) {
            return given -> Arrays.stream(flags)
                    .filter(given::has)
                    .filter(flag -> owners.stream().noneMatch(given::has))
                    .findFirst()
                    .ifPresent(flag -> {
                        throw new UsageException(flag + " belongs to " + String.join(" or ", owners));
                    });
        }
    }
}

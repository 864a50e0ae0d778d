package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.UsageException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * What was given on a command line. A flag that was given with its default value counts as given.
 *
 * @param names such as {@code --rate}, or {@code SURVEY.json} for a parameter without a flag
 * @param values converted as the command declares them; absent for flags without a value
 */
public record GivenFlags(Set<String> names, Map<String, Object> values) {
    public GivenFlags {
        names = Set.copyOf(names);
        values = Map.copyOf(values);
    }

    /** The flags that a command was given; none if the command line has not been parsed. */
    public static GivenFlags of(CommandSpec command) {
        Set<String> names = new TreeSet<>();
        Map<String, Object> values = new TreeMap<>();
        ParseResult parsed = command.commandLine().getParseResult();
        if (parsed != null) {
            Stream.<ArgSpec>concat(parsed.matchedOptionsSet().stream(), parsed.matchedPositionalsSet().stream())
                    .forEach(argument -> {
                        Object value = argument.getValue();
                        if (!Boolean.FALSE.equals(value)) {
                            String name = argument instanceof OptionSpec option
                                    ? option.longestName()
                                    : argument.paramLabel();
                            names.add(name);
                            if (value != null) {
                                values.put(name, value);
                            }
                        }
                    });
        }
        return new GivenFlags(names, values);
    }

    /** Adds another condition that rules can refer to, such as a kind of source. */
    public GivenFlags with(String name, boolean given) {
        Set<String> all = new TreeSet<>(names);
        if (given) {
            all.add(name);
        }
        return new GivenFlags(all, values);
    }

    public boolean has(String flag) {
        return names.contains(flag);
    }

    /**
     * The values of a flag: a single value, the elements of a list or the keys of a map; empty if it was not given.
     *
     * @throws ClassCastException if the command converts them to another type
     */
    private <T> List<T> values(String flag, Class<T> type) {
        Object value = values.getOrDefault(flag, List.of());
        Collection<?> all = value instanceof Map<?, ?> map
                ? map.keySet()
                : value instanceof Collection<?> list ? list : List.of(value);
        return all.stream().<T>map(type::cast).toList();
    }

    /** @throws UsageException for the first rule that is broken */
    public void check(List<Rule> rules) {
        rules.forEach(rule -> rule.check(this));
    }

    /** A constraint between flags. */
    public interface Rule {
        /** @throws UsageException if the rule is broken */
        void check(GivenFlags given);

        /**
         * If one flag is given, the others must be left out.
         *
         * @param why the message up to a colon
         */
        static Rule without(String flag, String why, String... others) {
            return without(flag, why, "", List.of(others));
        }

        /** @param instead appended to the message: an alternative, or empty */
        static Rule without(String flag, String why, String instead, List<String> others) {
            return given -> others.stream()
                    .filter(other -> given.has(flag) && given.has(other))
                    .findFirst()
                    .ifPresent(other -> {
                        throw new UsageException(why + ": leave " + other + " out" + instead);
                    });
        }

        /** A flag that cannot be combined with any of the others, with a message of the command. */
        static Rule excludes(String message, String flag, String... others) {
            return given -> {
                if (given.has(flag) && Arrays.stream(others).anyMatch(given::has)) {
                    throw new UsageException(message);
                }
            };
        }

        /** A flag that only applies together with another one, with a message of the command. */
        static Rule needs(String message, String flag, String owner) {
            return given -> {
                if (given.has(flag) && !given.has(owner)) {
                    throw new UsageException(message);
                }
            };
        }

        /** A flag that must be given, with a message of the command. */
        static Rule required(String message, String flag) {
            return given -> {
                if (!given.has(flag)) {
                    throw new UsageException(message);
                }
            };
        }

        /** A flag of a mixin that does not apply to a command, with a message of the command. */
        static Rule never(String message, String flag) {
            return given -> {
                if (given.has(flag)) {
                    throw new UsageException(message);
                }
            };
        }

        /**
         * A value that a flag must not have; usually restricted with {@link #when} or {@link #unless}.
         *
         * @param message for the first such value
         */
        static <T> Rule refuses(
                String flag, Class<T> type, Predicate<? super T> value, Function<? super T, String> message) {
            return given -> given.values(flag, type).stream()
                    .filter(value)
                    .findFirst()
                    .ifPresent(wrong -> {
                        throw new UsageException(message.apply(wrong));
                    });
        }

        /** A flag that takes a list, but only one value here, with a message of the command. */
        static Rule single(String message, String flag) {
            return given -> {
                if (given.values(flag, Object.class).size() > 1) {
                    throw new UsageException(message);
                }
            };
        }

        /** The same rule, applied only if a flag is given. */
        default Rule when(String flag) {
            return given -> {
                if (given.has(flag)) {
                    check(given);
                }
            };
        }

        /** The same rule, applied only if a flag has such a value. */
        default <T> Rule when(String flag, Class<T> type, Predicate<? super T> value) {
            return given -> {
                if (given.values(flag, type).stream().anyMatch(value)) {
                    check(given);
                }
            };
        }

        /** The same rule, applied only if a flag is not given. */
        default Rule unless(String flag) {
            return given -> {
                if (!given.has(flag)) {
                    check(given);
                }
            };
        }

        /** Exactly one of two flags must be given, with a message of the command. */
        static Rule exactlyOne(String message, String flag, String other) {
            return given -> {
                if (given.has(flag) == given.has(other)) {
                    throw new UsageException(message);
                }
            };
        }

        /** Flags that only apply together with one of their owners. */
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

package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Suggestions for mistakes on the command line: the nearest command or flag, or the equivalent of a flag of Kafka's own tools. */
public final class UsageHints {
    private static final String UNKNOWN_COMMAND = "Unknown subcommand '";
    private static final Pattern UNKNOWN_CONSTANT =
            Pattern.compile("(.*): expected one of \\[(.*)] \\(case-(?:in)?sensitive\\) but was '(.*)'");

    private UsageHints() {}

    /** The error, with a suggestion if there is one; otherwise the parser's own message. */
    public static String message(ParameterException mistake) {
        String said = String.valueOf(mistake.getMessage());
        CommandSpec command = mistake.getCommandLine().getCommandSpec();
        if (mistake instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String word = unmatched.getUnmatched().get(0);
            if (unmatched.isUnknownOption()) {
                return unknownOption(word, command);
            }
            return command.subcommands().isEmpty() ? said : unknownCommand(word, command);
        }
        if (said.startsWith(UNKNOWN_COMMAND)) {
            return unknownCommand(mistake.getValue(), command);
        }
        Matcher constants = UNKNOWN_CONSTANT.matcher(said);
        return constants.matches() ? unknownWord(constants) : said;
    }

    /** For a fixed set of values: accepted in any case, shown in lower case as in the help. */
    private static String unknownWord(Matcher constants) {
        List<String> words = List.of(constants.group(2).toLowerCase(Locale.ROOT).split(", "));
        String word = constants.group(3);
        return constants.group(1) + ": '" + word + "' is not one of " + String.join(", ", words)
                + NearestName.of(word, words)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("");
    }

    private static String unknownCommand(String word, CommandSpec command) {
        return "unknown command '" + word + "'"
                + NearestName.of(word, command.subcommands().keySet())
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("");
    }

    private static String unknownOption(String word, CommandSpec command) {
        int equals = word.indexOf('=');
        String flag = equals < 0 ? word : word.substring(0, equals);
        String unknown = "unknown option '" + flag + "'";
        Optional<String> ours = KafkaToolFlags.ours(flag, command);
        if (ours.isPresent()) {
            return unknown + ": " + ours.get();
        }
        List<String> known = new ArrayList<>();
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                known.addAll(List.of(option.names()));
            }
        }
        return unknown
                + NearestName.of(flag, known)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("");
    }
}

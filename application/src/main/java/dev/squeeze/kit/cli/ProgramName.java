package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.ShellWord;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name that users type to start the program, so that printed commands work in their shell. */
public final class ProgramName {
    /** Set by the start script to the name it was called by. */
    static final String PROPERTY = "squeeze.program";

    private static final String NAME = "squeeze";

    /** Does not match a part of a path or of another name. */
    private static final Pattern AS_A_WORD = Pattern.compile("(?<![\\w./-])" + NAME + "(?= )");

    private ProgramName() {}

    /**
     * Replaces the leading {@code squeeze} of a command with the name the user has to type.
     *
     * @param command such as {@code squeeze measure}
     */
    public static String asStarted(String command) {
        return command.startsWith(NAME + " ") ? started() + command.substring(NAME.length()) : command;
    }

    /** The same in lines to copy: replaces every {@code squeeze} that is a separate word. */
    static String inExample(String line) {
        return AS_A_WORD.matcher(line).replaceAll(Matcher.quoteReplacement(started()));
    }

    /** The same in a sentence, for commands in single quotes. */
    public static String inSentence(String sentence) {
        return sentence.replace("'" + NAME + " ", "'" + started() + " ");
    }

    private static String started() {
        return ShellWord.quoted(System.getProperty(PROPERTY, NAME));
    }
}

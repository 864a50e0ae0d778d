package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.ShellWord;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What users type to start the program, so that commands that are printed work where they are read. */
public final class ProgramName {
    /** Set by the start script to the name that it was called by. */
    static final String PROPERTY = "squeeze.program";

    private static final String NAME = "squeeze";

    /** Not where it is a part of a path or of another name. */
    private static final Pattern AS_A_WORD = Pattern.compile("(?<![\\w./-])" + NAME + "(?= )");

    private ProgramName() {}

    /**
     * A command that begins with {@code squeeze}, as it has to be typed.
     *
     * @param command such as {@code squeeze measure}
     */
    public static String asStarted(String command) {
        return command.startsWith(NAME + " ") ? started() + command.substring(NAME.length()) : command;
    }

    /** Lines to copy, as they have to be typed: every {@code squeeze} in them that is a word of its own. */
    static String inExample(String line) {
        return AS_A_WORD.matcher(line).replaceAll(Matcher.quoteReplacement(started()));
    }

    /** A sentence with its commands, which stand between single quotes, as they have to be typed. */
    public static String inSentence(String sentence) {
        return sentence.replace("'" + NAME + " ", "'" + started() + " ");
    }

    private static String started() {
        return ShellWord.quoted(System.getProperty(PROPERTY, NAME));
    }
}

package dev.squeeze.kit.cli;

/** What users type to start the program, so that commands that are printed work where they are read. */
public final class ProgramName {
    /** Set by the start script to the name that it was called by. */
    static final String PROPERTY = "squeeze.program";

    private static final String NAME = "squeeze";

    private ProgramName() {}

    /**
     * A command that begins with {@code squeeze}, as it has to be typed.
     *
     * @param command such as {@code squeeze measure}
     */
    public static String asStarted(String command) {
        String started = System.getProperty(PROPERTY, NAME);
        return command.startsWith(NAME + " ") ? ShellWord.quoted(started) + command.substring(NAME.length()) : command;
    }
}

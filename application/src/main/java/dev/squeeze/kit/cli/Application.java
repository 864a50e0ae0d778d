package dev.squeeze.kit.cli;

import dev.squeeze.kit.document.ResultReader;
import java.util.List;
import picocli.CommandLine;

/** All commands, for commands that run other commands. */
public interface Application {
    /**
     * The complete command line, ready to parse and execute.
     *
     * @param words as the user wrote it, for the result documents
     */
    CommandLine commandLine(List<String> words, Terminal terminal);

    /** Configures argument conversion and error messages of a command line. */
    void configure(CommandLine line, Terminal terminal);

    /** Reads the result documents of all commands. */
    ResultReader results();
}

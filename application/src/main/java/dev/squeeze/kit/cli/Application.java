package dev.squeeze.kit.cli;

import dev.squeeze.kit.document.ResultReader;
import java.util.List;
import picocli.CommandLine;

/** All commands, for those that run others. */
public interface Application {
    /**
     * The whole command line, ready to read words and to run them.
     *
     * @param words what the user wrote, for the documents
     */
    CommandLine commandLine(List<String> words, Terminal terminal);

    /** Sets how a command line reads its words and reports what is wrong. */
    void configure(CommandLine line, Terminal terminal);

    /** Reads the documents of all commands. */
    ResultReader results();
}

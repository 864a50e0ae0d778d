package dev.squeeze.feature.plan;

import dev.squeeze.feature.survey.SurveyResult;
import dev.squeeze.kit.cli.Application;
import dev.squeeze.kit.cli.CapturedOutput;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TopicArguments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/**
 * Surveys a cluster before it is planned: runs the {@code survey} command itself, with its own progress and messages.
 */
final class ClusterSurvey {
    private final Application application;
    private final Terminal terminal;

    ClusterSurvey(Application application, Terminal terminal) {
        this.application = application;
        this.terminal = terminal;
    }

    /**
     * Surveys the cluster.
     *
     * @param address of the cluster
     * @param keep file that the survey's document is also written to
     * @throws FailedException if the survey failed
     * @throws StoppedException if the user interrupted it
     */
    SurveyResult of(String address, ConnectionArguments connection, TopicArguments topics, Optional<Path> keep) {
        List<String> words = words(address, connection, topics, keep);
        List<String> line = new ArrayList<>(List.of("squeeze"));
        line.addAll(words);
        CapturedOutput written = new CapturedOutput(terminal.err());
        CommandLine squeeze = application.commandLine(line, written.terminal(terminal, line));
        squeeze.setExpandAtFiles(false);
        int code = squeeze.execute(words.toArray(String[]::new));
        if (code == ExitCode.INTERRUPTED || terminal.stop().isRequested()) {
            throw new StoppedException("interrupted while surveying the cluster; no plan was made"
                    + keep.map(file -> ", but " + file + " contains the topics appraised so far")
                            .orElse(""));
        }
        if (code != ExitCode.DONE) {
            // The survey has already printed its error.
            throw new FailedException("no plan was made, because the survey failed"
                    + (written.complaint().isPresent() ? "; see the error above" : " with exit code " + code));
        }
        return (SurveyResult) application.results().parse("what squeeze survey printed", written.result());
    }

    private static List<String> words(
            String address, ConnectionArguments connection, TopicArguments topics, Optional<Path> keep) {
        List<String> words = new ArrayList<>(List.of("survey", "--json", "--bootstrap-server", address));
        words.addAll(connection.client.words());
        if (connection.maxRate != null) {
            words.addAll(List.of("--max-rate", connection.maxRate.toString().replace(" ", "")));
        }
        topics.include.forEach(expression -> words.addAll(List.of("--include", expression)));
        topics.exclude.forEach(expression -> words.addAll(List.of("--exclude", expression)));
        keep.ifPresent(file -> words.addAll(List.of("--output", file.toString())));
        return words;
    }
}

package dev.squeeze.feature.published;

/**
 * One command of a published experiment.
 *
 * @param name name in the file
 * @param title title for readers
 * @param command such as {@code bench}
 * @param line line in the file
 * @param keys keys of the command as written, without placeholders filled in or values scaled
 */
public record Stage(String name, String title, String command, int line, ExperimentFile keys) {}

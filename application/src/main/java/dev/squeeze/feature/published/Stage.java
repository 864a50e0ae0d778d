package dev.squeeze.feature.published;

/**
 * One command of a published experiment.
 *
 * @param name in the file
 * @param title for readers
 * @param command such as {@code bench}
 * @param line where it stands
 * @param keys of the command, as they are written: placeholders are not filled in, nothing is scaled
 */
public record Stage(String name, String title, String command, int line, ExperimentFile keys) {}

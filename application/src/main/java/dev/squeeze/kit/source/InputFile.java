package dev.squeeze.kit.source;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One input to open.
 *
 * @param name the name that messages use
 * @param path the file, or empty for standard input
 * @param storedBytes its stored size, or empty if unknown (standard input, pipes)
 */
record InputFile(String name, Optional<Path> path, OptionalLong storedBytes) {

    static final InputFile STANDARD_INPUT = new InputFile("standard input", Optional.empty(), OptionalLong.empty());
}

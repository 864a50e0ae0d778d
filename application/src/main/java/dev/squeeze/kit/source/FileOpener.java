package dev.squeeze.kit.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Opens a file. Tests replace it to simulate disk failures. */
@FunctionalInterface
interface FileOpener {
    InputStream open(Path path) throws IOException;
}

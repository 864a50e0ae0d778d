package dev.squeeze.kit.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Opens a file; a seam for tests, which cannot make a disk fail. */
@FunctionalInterface
interface FileOpener {
    InputStream open(Path path) throws IOException;
}

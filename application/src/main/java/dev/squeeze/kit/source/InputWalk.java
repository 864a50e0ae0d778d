package dev.squeeze.kit.source;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * From what a user named to the files to read, in order. A folder stands for its files in name order, and after them
 * its subfolders in name order; hidden ones are passed over.
 */
final class InputWalk {
    /** More than this in one reading is rather a wrong folder than a sample. */
    static final int MAX_FILES = 100_000;

    private final LeftOut leftOut;
    private final List<InputFile> files = new ArrayList<>();
    private final Set<Path> walkedFolders = new HashSet<>();

    private InputWalk(LeftOut leftOut) {
        this.leftOut = leftOut;
    }

    /**
     * @param paths files, folders, or {@code -} for standard input, each with or without {@code file:} before it
     * @param leftOut receives what is in a folder and cannot be read
     * @throws SourceException when one of the paths does not exist, or a folder holds no files
     */
    static List<InputFile> files(List<String> paths, LeftOut leftOut) {
        if (paths.isEmpty()) {
            throw new SourceException("no input is named: name a file, a folder, or - for standard input");
        }
        InputWalk walk = new InputWalk(leftOut);
        for (String path : paths) {
            walk.add(path);
        }
        return List.copyOf(walk.files);
    }

    /** Without the notation's prefix. */
    static String bare(String path) {
        return path.startsWith("file:") ? path.substring("file:".length()) : path;
    }

    private void add(String notation) {
        String given = bare(notation);
        if (given.equals("-")) {
            if (files.contains(InputFile.STANDARD_INPUT)) {
                throw new SourceException("standard input is named twice: name - once, it can be read only once");
            }
            files.add(InputFile.STANDARD_INPUT);
            return;
        }
        Path path = existing(given);
        if (!Files.isDirectory(path)) {
            addFile(path);
            return;
        }
        int before = files.size();
        walkedFolders.clear();
        addFolder(path);
        if (files.size() == before) {
            throw new SourceException("no file in folder " + given
                    + " can be read: name a folder with files that are neither hidden nor special, or a file");
        }
    }

    private static Path existing(String given) {
        Path path;
        try {
            path = Path.of(given);
        } catch (InvalidPathException e) {
            String printable = given.replaceAll("\\p{Cntrl}", "?");
            throw new SourceException("no path can be named " + printable + ": check the name", e);
        }
        if (given.isEmpty()) {
            throw new SourceException("an input has an empty name: name a file, a folder, or - for standard input");
        }
        if (!Files.exists(path)) {
            throw new SourceException(given + " does not exist: " + MissingInput.remedy(given, path));
        }
        return path;
    }

    private void addFolder(Path folder) {
        List<Path> subfolders = new ArrayList<>();
        try {
            if (!walkedFolders.add(folder.toRealPath())) {
                return;
            }
            for (Path entry : visibleEntries(folder)) {
                if (Files.isDirectory(entry)) {
                    subfolders.add(entry);
                } else if (Files.isRegularFile(entry)) {
                    addFile(entry);
                } else {
                    leftOut.add(entry + " is not a regular file", "name it by itself if it is to be read");
                }
            }
        } catch (IOException e) {
            leftOut.add("folder " + folder + " cannot be listed, " + reason(e), "check its permissions");
            return;
        }
        for (Path subfolder : subfolders) {
            addFolder(subfolder);
        }
    }

    private static List<Path> visibleEntries(Path folder) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> listing = Files.newDirectoryStream(folder)) {
            for (Path entry : listing) {
                if (!Files.isHidden(entry)) {
                    entries.add(entry);
                }
                if (entries.size() > MAX_FILES) {
                    throw tooMany(folder);
                }
            }
        } catch (java.nio.file.DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort(null);
        return entries;
    }

    private void addFile(Path file) {
        if (files.size() == MAX_FILES) {
            throw tooMany(file);
        }
        OptionalLong storedBytes = OptionalLong.empty();
        try {
            if (Files.isRegularFile(file)) {
                storedBytes = OptionalLong.of(Files.size(file));
            }
        } catch (IOException e) {
            leftOut.add(file + " cannot be read, " + reason(e), "check its permissions");
            return;
        }
        files.add(new InputFile(file.toString(), Optional.of(file), storedBytes));
    }

    private static SourceException tooMany(Path at) {
        return new SourceException(
                "more than 100,000 files to read, counted as far as " + at + ": name a smaller folder");
    }

    /** File system exceptions carry the path as their message; what they mean is in their class. */
    static String reason(IOException e) {
        if (e instanceof java.nio.file.AccessDeniedException) {
            return "access is denied";
        }
        if (e instanceof java.nio.file.NoSuchFileException) {
            return "it is no longer there";
        }
        return UnpackedInput.reason(e);
    }
}

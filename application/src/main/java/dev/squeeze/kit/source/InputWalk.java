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
 * Finds the files to read, in order, from the paths that a user gave. A folder stands for its files in name order,
 * followed by its subfolders in name order; hidden files and folders are skipped.
 */
final class InputWalk {
    /** More files than this suggest a wrong folder. */
    static final int MAX_FILES = 100_000;

    private final LeftOut leftOut;
    private final List<InputFile> files = new ArrayList<>();
    private final Set<Path> walkedFolders = new HashSet<>();

    private InputWalk(LeftOut leftOut) {
        this.leftOut = leftOut;
    }

    /**
     * @param paths files, folders, or {@code -} for standard input, each with or without the prefix {@code file:}
     * @param leftOut receives entries of folders that cannot be read
     * @throws SourceException if one of the paths does not exist, or a folder contains no files
     */
    static List<InputFile> files(List<String> paths, LeftOut leftOut) {
        if (paths.isEmpty()) {
            throw new SourceException("no input given: give a file, a folder, or - for standard input");
        }
        InputWalk walk = new InputWalk(leftOut);
        for (String path : paths) {
            walk.add(path);
        }
        return List.copyOf(walk.files);
    }

    /** The path without the prefix {@code file:}. */
    static String bare(String path) {
        return path.startsWith("file:") ? path.substring("file:".length()) : path;
    }

    private void add(String notation) {
        String given = bare(notation);
        if (given.equals("-")) {
            if (files.contains(InputFile.STANDARD_INPUT)) {
                throw new SourceException("standard input is given twice: give - once, as it can be read only once");
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
                    + " can be read: give a folder with files that are neither hidden nor special, or a file");
        }
    }

    private static Path existing(String given) {
        Path path;
        try {
            path = Path.of(given);
        } catch (InvalidPathException e) {
            String printable = given.replaceAll("\\p{Cntrl}", "?");
            throw new SourceException(printable + " is not a valid path: check the name", e);
        }
        if (given.isEmpty()) {
            throw new SourceException("an input has an empty name: give a file, a folder, or - for standard input");
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
                    leftOut.add(entry + " is not a regular file", "give its path explicitly to read it");
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
        return new SourceException("more than 100,000 files to read, at " + at + ": give a smaller folder");
    }

    /** File system exceptions have only the path as their message; their meaning is in the class. */
    static String reason(IOException e) {
        if (e instanceof java.nio.file.AccessDeniedException) {
            return "access is denied";
        }
        if (e instanceof java.nio.file.NoSuchFileException) {
            return "it no longer exists";
        }
        return UnpackedInput.reason(e);
    }
}

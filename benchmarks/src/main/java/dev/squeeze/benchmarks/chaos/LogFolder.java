package dev.squeeze.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A stopped broker's files, their ownership, and the disk that contains them. */
final class LogFolder {
    /** Files that a broker creates itself, if it was started in the meantime or starts on the result. */
    private static final Pattern KAFKAS_OWN = Pattern.compile(
            ".*/\\d{20}(-\\d+)?\\.(log|index|timeindex|txnindex|snapshot|checkpoint)|.*checkpoint|.*partition\\.metadata"
                    + "|(.*/)?(\\.lock|\\.kafka_cleanshutdown|meta\\.properties|quorum-state|.*-checkpoint)");

    private static final int ANOTHER_USER = 12_345;
    private static final int FILLER_BLOCK_BYTES = 1 << 16;

    private final Path data;
    private final Path filler;

    LogFolder(Path data, Path disk) {
        this.data = data;
        this.filler = disk.resolve("filler");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(data)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    /** Gives all segments to another user, if permitted, and removes the permissions of others. */
    void giveAway() throws IOException {
        for (Path file : files()) {
            if (file.toString().endsWith(".log")) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
                try {
                    Files.setAttribute(file, "unix:uid", ANOTHER_USER);
                    Files.setAttribute(file, "unix:gid", ANOTHER_USER);
                } catch (IOException e) {
                    // Only root may do this.
                }
            }
        }
    }

    /**
     * Each file with the properties that a broker's user depends on: owner, group and mode of segments, nothing for
     * other files.
     */
    Map<String, String> snapshot() throws IOException {
        Map<String, String> all = new TreeMap<>();
        for (Path file : files()) {
            String name = data.relativize(file).toString();
            String attributes = "";
            if (name.endsWith(".log")) {
                Map<String, Object> unix = Files.readAttributes(file, "unix:uid,gid,mode");
                attributes = unix.get("uid") + ":" + unix.get("gid") + " "
                        + Integer.toOctalString((Integer) unix.get("mode"));
            }
            all.put(name, attributes);
        }
        return all;
    }

    /** What a finished run changed but should not have. */
    List<String> compare(Map<String, String> before, Figures figures) throws IOException {
        List<String> wrong = new ArrayList<>();
        Map<String, String> now = snapshot();
        now.forEach((name, attributes) -> {
            if (!before.containsKey(name) && !KAFKAS_OWN.matcher(name).matches()) {
                figures.unexplained("file left behind in the log directories", 1);
                wrong.add("left behind: " + name);
            }
            if (before.containsKey(name) && !attributes.equals(before.get(name))) {
                figures.unexplained("owner, group or mode of a segment changed", 1);
                wrong.add("owner or mode: " + name + " was " + before.get(name) + ", is " + attributes);
            }
        });
        before.keySet().stream()
                .filter(name -> name.endsWith(".log") && !now.containsKey(name))
                .forEach(name -> {
                    figures.unexplained("segment is gone", 1);
                    wrong.add("gone: " + name);
                });
        return wrong;
    }

    /** Removes what killed runs left behind and the program does not clean up itself. */
    void removeLeftovers() throws IOException {
        for (Path file : files()) {
            if (String.valueOf(file.getFileName()).contains("squeeze")) {
                Files.delete(file);
            }
        }
    }

    /** Fills the disk, except for this many bytes. */
    void fill(long leaveBytes) throws IOException {
        FileStore store = Files.getFileStore(data);
        try (var out = Files.newOutputStream(filler)) {
            byte[] block = new byte[FILLER_BLOCK_BYTES];
            while (store.getUsableSpace() > leaveBytes + block.length) {
                out.write(block);
            }
        }
    }

    void empty() throws IOException {
        Files.deleteIfExists(filler);
    }
}

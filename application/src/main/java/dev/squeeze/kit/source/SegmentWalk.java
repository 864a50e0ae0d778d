package dev.squeeze.kit.source;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the segments to read from the paths that a user gave: files, partitions, topics or a broker's whole data
 * folder.
 */
final class SegmentWalk {
    private static final int MAX_SEGMENTS = 1_000_000;
    private static final Pattern SEGMENT = Pattern.compile("(\\d{20})\\.log");
    private static final Pattern PARTITION = Pattern.compile("(.+)-(\\d{1,9})");
    /**
     * A partition that was deleted, is being moved to another folder, or is stray: its records are not needed or are
     * elsewhere, too.
     */
    private static final Pattern DISCARDED = Pattern.compile(".+\\.[0-9a-f]{32}-(delete|future|stray)");

    /** Files that Kafka stores next to segments. */
    private static final Pattern OTHER_KAFKA_FILES = Pattern.compile(
            ".*\\.(index|timeindex|txnindex|snapshot|checkpoint)|.*-checkpoint|partition\\.metadata|meta\\.properties|quorum-state");

    private static final Set<String> INTERNAL_TOPICS =
            Set.of("__cluster_metadata", "__consumer_offsets", "__transaction_state", "__share_group_state");

    private final LeftOut leftOut;
    private final List<SegmentFile> segments = new ArrayList<>();
    private final Set<Path> walkedFolders = new HashSet<>();

    private SegmentWalk(LeftOut leftOut) {
        this.leftOut = leftOut;
    }

    /**
     * @param paths files or folders, without the prefix {@code segment:}
     * @param leftOut receives files in folders that are neither segments nor other Kafka files
     * @return in the order of topic, partition and offset
     * @throws SourceException if a path does not exist, or a folder contains no segment
     */
    static List<SegmentFile> find(List<String> paths, LeftOut leftOut) {
        SegmentWalk walk = new SegmentWalk(leftOut);
        for (String path : paths) {
            walk.add(path);
        }
        return walk.segments.stream()
                .sorted(SegmentFile.IN_OFFSET_ORDER)
                .distinct()
                .toList();
    }

    private void add(String given) {
        Path path = existing(given);
        if (!Files.isDirectory(path)) {
            addSegment(path);
            return;
        }
        int before = segments.size();
        addFolder(path);
        if (segments.size() == before) {
            throw new SourceException("folder " + given + " contains no segments (files such as"
                    + " 00000000000000000000.log): give a partition's folder or one of a broker's log.dirs");
        }
    }

    private static Path existing(String given) {
        try {
            Path path = Path.of(given);
            if (!given.isEmpty() && Files.exists(path)) {
                return path.toAbsolutePath().normalize();
            }
        } catch (InvalidPathException e) {
            throw new SourceException(given.replaceAll("\\p{Cntrl}", "?") + " is not a valid path", e);
        }
        throw new SourceException((given.isEmpty() ? "segment:" : given)
                + " does not exist: give a segment, a partition's folder or one of a broker's log.dirs");
    }

    private void addFolder(Path folder) {
        List<Path> subfolders = new ArrayList<>();
        try {
            if (!walkedFolders.add(folder.toRealPath())) {
                return;
            }
            for (Path entry : entries(folder)) {
                if (Files.isDirectory(entry)) {
                    subfolders.add(entry);
                } else {
                    addEntry(entry);
                }
            }
        } catch (IOException e) {
            leftOut.add("folder " + folder + " cannot be listed, " + InputWalk.reason(e), "check its permissions");
            return;
        }
        for (Path subfolder : subfolders) {
            if (isWanted(subfolder)) {
                addFolder(subfolder);
            }
        }
    }

    private boolean isWanted(Path subfolder) {
        String name = name(subfolder);
        if (DISCARDED.matcher(name).matches()) {
            leftOut.add(
                    "folder " + subfolder + " is a partition that the broker has discarded",
                    "give its path explicitly");
            return false;
        }
        Matcher partition = PARTITION.matcher(name);
        if (partition.matches() && INTERNAL_TOPICS.contains(partition.group(1))) {
            leftOut.add(
                    "folder " + subfolder
                            + " belongs to one of Kafka's own topics (give its path explicitly to read it)",
                    "give its path explicitly");
            return false;
        }
        return true;
    }

    private static List<Path> entries(Path folder) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> listing = Files.newDirectoryStream(folder)) {
            for (Path entry : listing) {
                if (!Files.isHidden(entry)) {
                    entries.add(entry);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort(null);
        return entries;
    }

    private void addEntry(Path entry) {
        String name = name(entry);
        if (SEGMENT.matcher(name).matches()) {
            addSegment(entry);
        } else if (!OTHER_KAFKA_FILES.matcher(name).matches()) {
            leftOut.add(entry + " is not named like a segment", "give its path explicitly if it is one");
        }
    }

    private void addSegment(Path file) {
        if (segments.size() == MAX_SEGMENTS) {
            throw new SourceException("more than %,d segments: give a smaller folder".formatted(MAX_SEGMENTS));
        }
        Path parent = file.getParent();
        String folder = parent == null ? "" : name(parent);
        Matcher partition = PARTITION.matcher(folder);
        Matcher offset = SEGMENT.matcher(name(file));
        boolean ofPartition = partition.matches();
        try {
            if (!Files.isRegularFile(file)) {
                throw new SourceException(file + " is not a regular file: give the path of a segment file");
            }
            segments.add(new SegmentFile(
                    file,
                    ofPartition ? partition.group(1) : folder,
                    ofPartition ? Integer.parseInt(partition.group(2)) : 0,
                    offset.matches() ? offsetOf(offset.group(1)) : 0,
                    Files.size(file)));
        } catch (IOException e) {
            leftOut.add(file + " cannot be read, " + InputWalk.reason(e), "check its permissions");
        }
    }

    /** Twenty digits may exceed the range of a long; such a name is ordered last. */
    private static long offsetOf(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private static String name(Path path) {
        Path name = path.getFileName();
        return name == null ? "" : name.toString();
    }
}

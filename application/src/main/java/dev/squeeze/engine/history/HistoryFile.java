package dev.squeeze.engine.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The history file of one day. It starts with eight magic bytes; each entry consists of its length (four bytes), the
 * CRC-32C of its bytes (four bytes) and its bytes. The file is append-only, so that a crash can only truncate the last
 * entry.
 */
final class HistoryFile {
    static final String PREFIX = "watch-";
    static final String SUFFIX = ".history";
    private static final byte[] MAGIC = "SQZWATC1".getBytes(StandardCharsets.US_ASCII);
    private static final int HEAD_BYTES = 8;
    /** More than 100,000 topics need in a slot. */
    private static final int MAX_ENTRY_BYTES = 32 << 20;

    private HistoryFile() {}

    /** Receives the bytes of each entry. */
    interface EntryReader {
        /** @throws IllegalArgumentException if they are not a valid entry */
        void entry(ByteBuffer bytes);
    }

    /**
     * How much of a file is readable.
     *
     * @param wholeBytes number of bytes up to the end of the last complete entry
     * @param trouble what is wrong with the bytes after that; absent if there are none
     * @param cutOff whether these are a part of one entry, as left by a process that is killed while writing
     */
    record Read(long wholeBytes, Optional<String> trouble, boolean cutOff) {
        private static Read whole(long bytes) {
            return new Read(bytes, Optional.empty(), false);
        }

        private static Read cutOff(long wholeBytes, String what) {
            return new Read(wholeBytes, Optional.of(what), true);
        }

        private static Read damaged(long wholeBytes, String what) {
            return new Read(wholeBytes, Optional.of(what), false);
        }
    }

    /** The entries, each with length and checksum. */
    static ByteBuffer framed(List<byte[]> entries) {
        int size = entries.stream().mapToInt(entry -> entry.length + HEAD_BYTES).sum();
        ByteBuffer bytes = ByteBuffer.allocate(size);
        for (byte[] entry : entries) {
            bytes.putInt(entry.length).putInt(crc(entry)).put(entry);
        }
        return bytes.flip();
    }

    private static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }

    /** Starts an empty file. */
    static void begin(FileChannel channel) throws IOException {
        write(channel, ByteBuffer.wrap(MAGIC));
    }

    static void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /**
     * Reads a file up to its end, or up to the first incomplete or damaged entry.
     *
     * @throws HistoryException if it is not a history file
     */
    static Read read(Path file, EntryReader reader) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return read(file, channel, reader);
        }
    }

    static Read read(Path file, FileChannel channel, EntryReader reader) throws IOException {
        channel.position(0);
        long size = channel.size();
        ByteBuffer magic = ByteBuffer.allocate(MAGIC.length);
        fill(channel, magic);
        if (!Arrays.equals(
                Arrays.copyOf(magic.array(), magic.position()), 0, magic.position(), MAGIC, 0, magic.position())) {
            throw new HistoryException(
                    file + " is not a history file of squeeze watch: give another folder with --history");
        }
        if (magic.hasRemaining()) {
            return size == 0 ? Read.whole(0) : Read.cutOff(0, "its header is truncated");
        }
        long at = MAGIC.length;
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
        while (at < size) {
            head.clear();
            fill(channel, head);
            if (head.hasRemaining()) {
                return Read.cutOff(at, "its last entry is truncated");
            }
            int length = head.getInt(0);
            if (length < 1 || length > MAX_ENTRY_BYTES) {
                return Read.damaged(at, "an entry with the invalid length " + length);
            }
            if (at + HEAD_BYTES + length > size) {
                return Read.cutOff(at, "its last entry is truncated");
            }
            ByteBuffer entry = ByteBuffer.allocate(length);
            fill(channel, entry);
            if (entry.hasRemaining() || crc(entry.array()) != head.getInt(Integer.BYTES)) {
                return Read.damaged(at, "an entry with a wrong checksum");
            }
            try {
                reader.entry(entry.flip());
            } catch (IllegalArgumentException e) {
                return Read.damaged(at, "an entry that cannot be read: " + e.getMessage());
            }
            at += HEAD_BYTES + length;
        }
        return Read.whole(at);
    }

    private static void fill(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // Repeat: a channel may return fewer bytes than requested.
        }
    }
}

package dev.squeeze.engine.drivers;

import dev.squeeze.engine.drivers.own.RecordsReader;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ContentDigest;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The file in which records are passed to drivers, which map it into memory. Its format is described in {@code
 * docs/clients.md}.
 */
public final class RecordsFile {
    private static final int ABSENT = -1;

    private RecordsFile() {}

    /** Writes records; the mark of each is its {@link ContentDigest#of}. */
    public static void write(Path file, List<BatchRecord> records) throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
            out.writeBytes(RecordsReader.MAGIC);
            out.writeLong(records.size());
            for (BatchRecord record : records) {
                write(out, record);
            }
        }
    }

    private static void write(DataOutputStream out, BatchRecord record) throws IOException {
        int length = 8 + 4 + 8 + length(record.key()) + length(record.value()) + 4;
        for (Header header : record.headers()) {
            length += length(header.key().getBytes(StandardCharsets.UTF_8)) + length(header.value());
        }
        out.writeInt(length);
        out.writeLong(ContentDigest.of(record));
        out.writeInt(RecordFormatV2.encodedBytes(record, 0, 0));
        out.writeLong(record.timestampMillis());
        write(out, record.key());
        write(out, record.value());
        out.writeInt(record.headers().length);
        for (Header header : record.headers()) {
            write(out, header.key().getBytes(StandardCharsets.UTF_8));
            write(out, header.value());
        }
    }

    private static int length(byte @Nullable [] field) {
        return 4 + (field == null ? 0 : field.length);
    }

    private static void write(DataOutputStream out, byte @Nullable [] field) throws IOException {
        if (field == null) {
            out.writeInt(ABSENT);
        } else {
            out.writeInt(field.length);
            out.write(field);
        }
    }

    /** Writes the times of {@link DriverPace.Times}. */
    public static void writeTimes(Path file, long[] nanos) throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
            for (long time : nanos) {
                out.writeLong(time);
            }
        }
    }
}

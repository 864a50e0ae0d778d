package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a codec works in this process. The libraries of snappy and zstd unpack their native part into a folder and load
 * it from there at the first use, which fails where the folder cannot be written or its file system is mounted noexec. A
 * producer finds that out at its first batch, when records may have been accepted.
 */
public final class CodecProbe {
    private static final int VALUE_BYTES = 256;
    private static final int BATCH_BYTES = 4096;
    private static final String TYPE = "compression.type";

    private CodecProbe() {}

    /**
     * Compresses a batch as a producer with these properties does, and reads it back.
     *
     * @param producerProperties Kafka's; without compression.type there is nothing to load
     * @throws CodecUnavailableException when that fails; its message says what to do
     */
    public static void require(Map<String, String> producerProperties) {
        // A codec or level that Kafka does not know is refused with the other settings.
        CodecType.named(producerProperties.getOrDefault(TYPE, CodecType.NONE.label()))
                .ifPresent(CodecProbe::require);
    }

    /** The same for a codec. */
    public static void require(CodecType type) {
        BatchRecord[] records = {new BatchRecord(null, new byte[VALUE_BYTES], BatchRecord.NO_HEADERS, 0)};
        Optional<String> difference;
        try (KafkaBatchCodec batches = new KafkaBatchCodec(Codec.ofDefaultLevel(type))) {
            difference = batches.firstDifference(batches.encode(records, ByteBuffer.allocate(BATCH_BYTES)), records);
        } catch (RuntimeException | LinkageError e) {
            throw new CodecUnavailableException(words(type, e), e);
        }
        if (difference.isPresent()) {
            throw new CodecUnavailableException(
                    type.label() + " does not give back what it compressed: " + difference.get(), null);
        }
    }

    private static String words(CodecType type, Throwable failure) {
        return "the library of " + type.label() + " cannot be loaded (" + FailureWords.of(failure)
                + "): it unpacks itself into a folder that must be writable and not mounted noexec; name another with"
                + " SQUEEZE_JAVA_OPTS=" + folderProperty(type) + "=FOLDER";
    }

    /** As the libraries' own loaders read them: SnappyLoader and zstd-jni's Native. */
    private static String folderProperty(CodecType type) {
        return switch (type) {
            case SNAPPY -> "-Dorg.xerial.snappy.tempdir";
            case ZSTD -> "-DZstdTempFolder";
            case NONE, GZIP, LZ4 -> "-Djava.io.tmpdir";
        };
    }
}

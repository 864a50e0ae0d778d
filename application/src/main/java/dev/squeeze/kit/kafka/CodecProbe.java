package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/**
 * Checks whether a codec works in this process. On first use, the libraries of snappy and zstd extract their native part into a
 * folder and load it from there, which fails if the folder is not writable or its file system is mounted noexec. A producer would
 * find out at its first batch, when records may already have been accepted.
 */
public final class CodecProbe {
    private static final int VALUE_BYTES = 256;
    private static final int BATCH_BYTES = 4096;
    private static final String TYPE = "compression.type";

    private CodecProbe() {}

    /**
     * Compresses a batch as a producer with these properties would, and reads it back.
     *
     * @param producerProperties producer properties of Kafka; without compression.type there is no library to load
     * @throws CodecUnavailableException if that fails; the message contains the remedy
     */
    public static void require(Map<String, String> producerProperties) {
        // Unknown codecs and levels are refused together with the other settings.
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
                    type.label() + " does not decompress to what was compressed: " + difference.get(), null);
        }
    }

    private static String words(CodecType type, Throwable failure) {
        return "the library of " + type.label() + " cannot be loaded (" + FailureWords.of(failure)
                + "): it extracts itself into a folder that must be writable and not mounted noexec; set another with"
                + " SQUEEZE_JAVA_OPTS=" + folderProperty(type) + "=FOLDER";
    }

    /** The properties that the libraries' own loaders read: SnappyLoader and zstd-jni's Native. */
    private static String folderProperty(CodecType type) {
        return switch (type) {
            case SNAPPY -> "-Dorg.xerial.snappy.tempdir";
            case ZSTD -> "-DZstdTempFolder";
            case NONE, GZIP, LZ4 -> "-Djava.io.tmpdir";
        };
    }
}

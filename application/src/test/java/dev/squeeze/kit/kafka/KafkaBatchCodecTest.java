package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.format.RecordShapes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties that hold for every setting with Kafka's own classes. */
@Tag("slow")
class KafkaBatchCodecTest {
    private static final long SEED = 78;
    /** From this level on, a new stream needs tables of hundreds of megabytes, so the kinds of records share a batch. */
    private static final int DEAR_ZSTD_LEVEL = 16;

    private static final int LEADER_EPOCH_START = 12;
    private static final int LEADER_EPOCH_END = 16;
    private static final int CRC_COVERS_FROM = 21;

    static List<Codec> everySetting() {
        List<Codec> codecs = new ArrayList<>(CodecGrid.all().codecs());
        for (String alias : new String[] {"lz4:2", "lz4:13", "lz4:17", "zstd:-131072"}) {
            codecs.add(Codec.parse(alias));
        }
        return codecs;
    }

    /** Other clients than Java's send such batches, but Kafka's builder refuses to create them. */
    @Test
    void recordsFromBefore1970AreMeasuredAsThoseWithoutATime() {
        BatchRecord record = new BatchRecord(null, new byte[] {1}, BatchRecord.NO_HEADERS, -86_400_000);

        try (KafkaBatchCodec codec = new KafkaBatchCodec(Codec.NONE)) {
            assertRoundTrip(codec, "from 1969", new BatchRecord[] {record});
        }
    }

    @ParameterizedTest
    @MethodSource("everySetting")
    void givesBackWhatWentIn(Codec setting) {
        try (KafkaBatchCodec codec = new KafkaBatchCodec(setting)) {
            if (setting.type() != CodecType.ZSTD || setting.level() < DEAR_ZSTD_LEVEL) {
                RecordShapes.small(SEED).forEach((name, records) -> assertRoundTrip(codec, name, records));
            }
            assertRoundTrip(codec, "all kinds at once", RecordShapes.mixed(SEED));
            assertRoundTrip(codec, "3 MiB", RecordShapes.huge(SEED));
        }
    }

    @ParameterizedTest
    @MethodSource("everySetting")
    void aDamagedBatchIsNoticedWhereverTheDamageLies(Codec setting) {
        Random random = new Random(SEED);
        BatchRecord[] records = RecordShapes.lines(SEED, 60);
        try (KafkaBatchCodec codec = new KafkaBatchCodec(setting)) {
            ByteBuffer encoded = codec.encode(records, ByteBuffer.allocate(1 << 15));
            for (int i = 0; i < 60; i++) {
                int at = i < CRC_COVERS_FROM ? i : random.nextInt(CRC_COVERS_FROM, encoded.remaining());
                if (at >= LEADER_EPOCH_START && at < LEADER_EPOCH_END) {
                    continue; // The broker writes it; neither the CRC nor a record depends on it.
                }
                byte[] damaged = bytes(encoded);
                damaged[at] ^= (byte) (1 << random.nextInt(8));

                Optional<String> difference = codec.firstDifference(ByteBuffer.wrap(damaged), records);

                assertThat(difference)
                        .as("byte %d of %d, seed %d", at, damaged.length, SEED)
                        .isPresent();
                assertThat(difference.orElseThrow()).matches("offset \\d+: .+|only 0 of the 60 records.*");
                if (at >= CRC_COVERS_FROM) {
                    assertThat(difference.orElseThrow())
                            .startsWith("offset 0: ")
                            .contains("corrupt");
                }
            }
            assertThat(codec.firstDifference(encoded, records)).isEmpty();
        }
    }

    @Test
    void aBatchThatIsCutOffIsNoticed() {
        BatchRecord[] records = RecordShapes.lines(SEED, 20);
        try (KafkaBatchCodec codec = new KafkaBatchCodec(Codec.parse("lz4"))) {
            byte[] whole = bytes(codec.encode(records, ByteBuffer.allocate(1 << 15)));
            for (int length : new int[] {0, 1, 16, 17, 61, whole.length - 1}) {
                assertThat(codec.firstDifference(ByteBuffer.wrap(Arrays.copyOf(whole, length)), records))
                        .as("%d bytes", length)
                        .hasValueSatisfying(what -> assertThat(what).contains("0"));
            }
        }
    }

    @Test
    void eachFieldThatDiffersIsNamedWithItsOffset() {
        BatchRecord[] records = RecordShapes.lines(SEED, 3);
        BatchRecord second = records[1];
        Header[] headers = {new RecordHeader("a", new byte[] {1})};

        assertThat(difference(records, new BatchRecord(new byte[0], second.value(), second.headers(), 0)))
                .startsWith("offset 1: ")
                .contains("timestamp");
        long time = second.timestampMillis();
        assertThat(difference(records, new BatchRecord(new byte[0], second.value(), second.headers(), time)))
                .isEqualTo("offset 1: the key differs");
        assertThat(difference(records, new BatchRecord(null, null, second.headers(), time)))
                .isEqualTo("offset 1: the value differs");
        assertThat(difference(records, new BatchRecord(null, second.value(), headers, time)))
                .isEqualTo("offset 1: the headers differ");
    }

    @Test
    void recordsTooManyOrTooFewAreNoticed() {
        BatchRecord[] records = RecordShapes.lines(SEED, 3);
        try (KafkaBatchCodec codec = new KafkaBatchCodec(Codec.NONE)) {
            ByteBuffer encoded = codec.encode(records, ByteBuffer.allocate(100));

            assertThat(codec.firstDifference(encoded, Arrays.copyOf(records, 2)))
                    .hasValueSatisfying(what -> assertThat(what).contains("more than the 2"));
            assertThat(codec.firstDifference(encoded, RecordShapes.lines(SEED, 4)))
                    .hasValueSatisfying(what -> assertThat(what).contains("only 3 of the 4"));
        }
    }

    @ParameterizedTest
    @EnumSource(CodecType.class)
    void aDefaultLevelGivesTheVeryBytesOfKafkasDefault(CodecType type) {
        BatchRecord[] records = RecordShapes.lines(SEED, 200);
        Compression kafkas =
                Compression.of(CompressionType.forName(type.label())).build();
        try (KafkaBatchCodec codec = new KafkaBatchCodec(Codec.ofDefaultLevel(type))) {
            ByteBuffer encoded = codec.encode(records, ByteBuffer.allocate(1 << 20));

            assertThat(bytes(encoded)).isEqualTo(bytes(KafkaBatches.batch(kafkas, records)));
        }
    }

    @ParameterizedTest
    @EnumSource(CodecType.class)
    void theBatchCarriesItsCodecAndCountsItsRecords(CodecType type) {
        BatchRecord[] records = RecordShapes.lines(SEED, 7);
        try (KafkaBatchCodec codec = new KafkaBatchCodec(Codec.ofDefaultLevel(type))) {
            ByteBuffer encoded = codec.encode(records, ByteBuffer.allocate(1 << 14));

            RecordBatch batch =
                    MemoryRecords.readableRecords(encoded).batches().iterator().next();
            assertThat(batch.magic()).isEqualTo(RecordBatch.MAGIC_VALUE_V2);
            assertThat(batch.compressionType().id).isEqualTo((byte) type.id());
            assertThat(batch.countOrNull()).isEqualTo(7);
            assertThat(batch.baseOffset()).isZero();
        }
    }

    @Test
    void lz4LevelsThatAreAliasesGiveTheSamePayload() {
        byte[] second = payload("lz4:2");

        assertThat(second).isEqualTo(payload("lz4:1"));
        for (int level = 13; level <= 17; level++) {
            assertThat(payload("lz4:" + level)).as("level %d", level).isEqualTo(payload("lz4:12"));
        }
        for (String high : List.of("lz4:1", "lz4:3", "lz4:8", "lz4:10", "lz4:12")) {
            assertThat(payload("lz4:9")).as("fast against %s", high).hasSizeGreaterThan(payload(high).length);
        }
    }

    @Test
    void whateverTheTargetsSizeTheBatchIsTheSame() {
        BatchRecord[] records = RecordShapes.lines(SEED, 100);
        for (CodecType type : CodecType.values()) {
            try (KafkaBatchCodec codec = new KafkaBatchCodec(Codec.ofDefaultLevel(type))) {
                byte[] roomy = bytes(codec.encode(records, ByteBuffer.allocate(1 << 20)));
                byte[] tight = bytes(codec.encode(records, ByteBuffer.allocate(61)));

                assertThat(tight).as("%s", type).isEqualTo(roomy);
            }
        }
    }

    private static String difference(BatchRecord[] records, BatchRecord otherSecond) {
        BatchRecord[] expected = records.clone();
        expected[1] = otherSecond;
        try (KafkaBatchCodec codec = new KafkaBatchCodec(Codec.parse("snappy"))) {
            return codec.firstDifference(codec.encode(records, ByteBuffer.allocate(1_000)), expected)
                    .orElse("(none)");
        }
    }

    private static byte[] payload(String setting) {
        try (KafkaBatchCodec codec = new KafkaBatchCodec(Codec.parse(setting))) {
            return bytes(codec.encode(RecordShapes.lines(SEED, 500), ByteBuffer.allocate(1 << 20)));
        }
    }

    private static void assertRoundTrip(KafkaBatchCodec codec, String what, BatchRecord[] records) {
        ByteBuffer encoded = codec.encode(records, ByteBuffer.allocate(4_096));

        assertThat(codec.firstDifference(encoded, records))
                .as("%s, seed %d", what, SEED)
                .isEmpty();
        assertThat(codec.consume(encoded))
                .as(what)
                .isEqualTo(Arrays.stream(records)
                        .mapToLong(record -> length(record.key()) + length(record.value()))
                        .sum());
    }

    private static long length(byte @Nullable [] field) {
        return field == null ? 0 : field.length;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}

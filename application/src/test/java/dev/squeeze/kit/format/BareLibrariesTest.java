package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What must be true of every library, for each of its settings. */
@Tag("slow")
class BareLibrariesTest {
    private static final long SEED = 77;
    private static final int BEFORE = 5;

    static List<Codec> everySetting() {
        List<Codec> codecs = new ArrayList<>(CodecGrid.all().codecs());
        for (String alias : new String[] {"lz4:2", "lz4:13", "lz4:14", "lz4:15", "lz4:16", "lz4:17", "zstd:-131072"}) {
            codecs.add(Codec.parse(alias));
        }
        return codecs;
    }

    @ParameterizedTest
    @MethodSource("everySetting")
    void givesBackWhatWentIn(Codec setting) {
        try (BareCodec codec = BareLibraries.open(setting)) {
            RecordShapes.small(SEED).forEach((name, records) -> assertThat(
                            roundTrip(codec, KafkaBatches.encodedRecords(List.of(records))))
                    .as("%s, seed %d", name, SEED)
                    .isTrue());
            assertThat(roundTrip(codec, KafkaBatches.encodedRecords(List.of(RecordShapes.huge(SEED)))))
                    .as("3 MiB, seed %d", SEED)
                    .isTrue();
            assertThat(roundTrip(codec, new byte[0])).as("nothing").isTrue();
            assertThat(roundTrip(codec, new byte[] {42})).as("one byte").isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("everySetting")
    void staysWithinItsBoundOnNoise(Codec setting) {
        byte[] noise = RecordShapes.noise(new Random(SEED), 300_000);
        try (BareCodec codec = BareLibraries.open(setting)) {
            for (int length : new int[] {0, 1, 15, 1_000, 65_536, 300_000}) {
                byte[] target = new byte[codec.maxCompressedLength(length)];

                assertThat(codec.compress(noise, 0, length, target, 0)).isLessThanOrEqualTo(target.length);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("everySetting")
    void damagedInputIsRefusedInOneWayOnly(Codec setting) {
        Random random = new Random(SEED);
        byte[] original = RecordShapes.text(random, 4_000);
        try (BareCodec codec = BareLibraries.open(setting)) {
            byte[] block = compress(codec, original);
            for (int i = 0; i < 80; i++) {
                byte[] damaged = block.clone();
                // A snappy block starts with its length, here two bytes, which has a separate test.
                int first = setting.type() == CodecType.SNAPPY ? 2 : 0;
                int at = first + random.nextInt(block.length - first);
                damaged[at] ^= (byte) (1 << random.nextInt(8));

                assertRefusedAtMost(codec, damaged, damaged.length, original.length, "bit at " + at);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("everySetting")
    void aBlockThatIsCutOffIsRefused(Codec setting) {
        byte[] original = RecordShapes.text(new Random(SEED), 4_000);
        try (BareCodec codec = BareLibraries.open(setting)) {
            byte[] block = compress(codec, original);
            for (int length : new int[] {0, 1, block.length / 4, block.length / 2, block.length * 9 / 10}) {
                assertThatThrownBy(() -> codec.decompress(block, 0, length, new byte[original.length], original.length))
                        .as("%d of %d bytes", length, block.length)
                        .isInstanceOf(IllegalStateException.class);
            }
            assertThat(roundTrip(codec, original)).as("usable after a refusal").isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("everySetting")
    void aBlockOfAnotherLengthIsRefusedAndWritesNothingBeyondTheLengthAskedFor(Codec setting) {
        byte[] original = RecordShapes.text(new Random(SEED), 4_000);
        try (BareCodec codec = BareLibraries.open(setting)) {
            byte[] block = compress(codec, original);
            for (int wrong : new int[] {1, 1_000, 3_999, 4_001, 5_000}) {
                byte[] target = new byte[6_000];
                Arrays.fill(target, (byte) -1);

                assertThatThrownBy(() -> codec.decompress(block, 0, block.length, target, wrong))
                        .as("asked for %d bytes", wrong)
                        .isInstanceOf(IllegalStateException.class);
                byte[] untouched = new byte[target.length - wrong];
                Arrays.fill(untouched, (byte) -1);
                assertThat(Arrays.mismatch(target, wrong, target.length, untouched, 0, untouched.length))
                        .as("first byte written behind the %d asked for", wrong)
                        .isNegative();
            }
        }
    }

    @Test
    void lz4LevelsThatAreAliasesGiveTheSameBytes() {
        byte[] text = RecordShapes.text(new Random(SEED), 50_000);

        assertThat(lz4(2, text)).isEqualTo(lz4(1, text));
        for (int level = 13; level <= 17; level++) {
            assertThat(lz4(level, text)).as("level %d", level).isEqualTo(lz4(12, text));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 10, 12})
    void lz4sDefaultLevelIsItsFastCompressorAndCompressesLeast(int level) {
        byte[] text = RecordShapes.text(new Random(SEED), 50_000);

        assertThat(lz4(9, text)).hasSizeGreaterThan(lz4(level, text).length);
    }

    private static byte[] lz4(int level, byte[] original) {
        try (BareCodec codec = BareLibraries.open(new Codec(CodecType.LZ4, level))) {
            return compress(codec, original);
        }
    }

    private static void assertRefusedAtMost(
            BareCodec codec, byte[] block, int length, int originalLength, String what) {
        @Nullable
        Throwable thrown =
                catchThrowable(() -> codec.decompress(block, 0, length, new byte[originalLength], originalLength));
        if (thrown != null) {
            assertThat(thrown).as("%s, seed %d", what, SEED).isInstanceOf(IllegalStateException.class);
        }
    }

    private static byte[] compress(BareCodec codec, byte[] original) {
        byte[] target = new byte[codec.maxCompressedLength(original.length)];
        return Arrays.copyOf(target, codec.compress(original, 0, original.length, target, 0));
    }

    /** Round trip with bytes before and after both blocks, which must not change. */
    private static boolean roundTrip(BareCodec codec, byte[] original) {
        byte[] source = new byte[original.length + 2 * BEFORE];
        System.arraycopy(original, 0, source, BEFORE, original.length);
        byte[] packed = new byte[codec.maxCompressedLength(original.length) + BEFORE];
        Arrays.fill(packed, 0, BEFORE, (byte) 9);
        int length = codec.compress(source, BEFORE, original.length, packed, BEFORE);
        byte[] restored = new byte[original.length + BEFORE];
        codec.decompress(packed, BEFORE, length, restored, original.length);
        boolean untouched = true;
        for (int i = 0; i < BEFORE; i++) {
            untouched &= packed[i] == 9 && restored[original.length + i] == 0;
        }
        return untouched && Arrays.equals(restored, 0, original.length, original, 0, original.length);
    }
}

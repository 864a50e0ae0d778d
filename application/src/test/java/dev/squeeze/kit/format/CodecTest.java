package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.record.internal.CompressionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodecTest {
    @ParameterizedTest
    @EnumSource(CodecType.class)
    void namesIdsAndLevelsAreKafkas(CodecType type) {
        CompressionType kafkas = CompressionType.forName(type.label());

        assertThat(type.id()).isEqualTo(kafkas.id);
        if (type.hasLevels()) {
            assertThat(type.minLevel()).isEqualTo(kafkas.minLevel());
            assertThat(type.maxLevel()).isEqualTo(kafkas.maxLevel());
            // zlib's own default, which Kafka writes as -1.
            assertThat(type.defaultLevel()).isEqualTo(type == CodecType.GZIP ? 6 : kafkas.defaultLevel());
        } else {
            assertThatThrownBy(kafkas::minLevel).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void noCodecOfKafkaIsMissing() {
        assertThat(Arrays.stream(CodecType.values()).map(CodecType::label))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(CompressionType.values())
                        .map(type -> type.name)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "none, none",
        "gzip, gzip:6",
        "gzip:-1, gzip:6",
        "' ZSTD ', zstd:3",
        "zstd:-131072, zstd:-131072",
        "zstd:22, zstd:22",
        "lz4, lz4",
        "lz4:9, lz4",
        "lz4:17, lz4:17",
        "Snappy, snappy"
    })
    void readsACodecWithOrWithoutItsLevel(String text, String printed) {
        assertThat(Codec.parse(text)).hasToString(printed);
        assertThat(Codec.parse(printed)).isEqualTo(Codec.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "brotli, brotli",
        "'', ''",
        "zstd:23, 23",
        "zstd:-131073, -131073",
        "zstd:0, zstd:3",
        "gzip:0, 0",
        "gzip:10, 10",
        "gzip:-2, -2",
        "lz4:0, 0",
        "lz4:18, 18",
        "snappy:1, snappy",
        "none:1, none",
        "zstd:, 'zstd:'",
        "zstd:high, high",
        "zstd:3:4, 3:4",
        "zstd:99999999999, 99999999999",
        "zstd:3.5, 3.5"
    })
    void whatIsNotASettingIsNamed(String text, String named) {
        assertThatThrownBy(() -> Codec.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(named);
    }

    @Test
    void configLinesNameTheLevelOnlyWhereItIsNotTheDefault() {
        assertThat(Codec.parse("zstd:6").configLines())
                .containsExactly("compression.type=zstd", "compression.zstd.level=6");
        assertThat(Codec.parse("zstd").configLines()).containsExactly("compression.type=zstd");
        assertThat(Codec.parse("gzip:6").configLines()).containsExactly("compression.type=gzip");
        assertThat(Codec.parse("snappy").configLines()).containsExactly("compression.type=snappy");
    }

    @Test
    void theWholeGridHoldsEverySettingWithAnOutputOfItsOwnOnce() {
        List<Codec> codecs = CodecGrid.all().codecs();

        assertThat(codecs).doesNotHaveDuplicates().hasSize(1 + 9 + 1 + 11 + 27);
        assertThat(levels(codecs, CodecType.GZIP))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 9).boxed().toList());
        assertThat(levels(codecs, CodecType.ZSTD))
                .containsExactlyElementsOf(IntStream.rangeClosed(-5, 22)
                        .filter(level -> level != 0)
                        .boxed()
                        .toList());
        assertThat(levels(codecs, CodecType.LZ4))
                .as("the fast compressor first, then the high one from cheap to expensive")
                .containsExactly(9, 1, 3, 4, 5, 6, 7, 8, 10, 11, 12);
        assertThat(CodecGrid.all().chosen()).isFalse();
    }

    @Test
    void fewLevelsAreUsual() {
        assertThat(CodecGrid.usual().codecs().stream().map(Codec::toString))
                .containsExactly("none", "gzip:6", "snappy", "lz4", "zstd:1", "zstd:3", "zstd:6", "zstd:9");
        assertThat(CodecGrid.usual().chosen()).isTrue();
        assertThat(CodecGrid.parse("all")).isEqualTo(CodecGrid.all());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zstd:1-3 | none zstd:1 zstd:2 zstd:3",
                "zstd:-2-2 | none zstd:-2 zstd:-1 zstd:1 zstd:2",
                "zstd:-3--2 | none zstd:-3 zstd:-2",
                "zstd:-1 | none zstd:-1",
                "lz4, gzip:1 ,SNAPPY | none lz4 gzip:1 snappy",
                "zstd:3,zstd,zstd:2-3 | none zstd:3 zstd:2",
                "none | none",
                "gzip:4-4 | none gzip:4"
            })
    void readsListsAndRangesAndAddsTheCeiling(String text, String printed) {
        CodecGrid grid = CodecGrid.parse(text);

        assertThat(grid.codecs().stream().map(Codec::toString)).containsExactly(printed.split(" ", -1));
        assertThat(grid.chosen()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zstd,,lz4 | zstd,,lz4",
                "zstd, | zstd,",
                "zstd:3-1 | zstd:3-1",
                "zstd:1-99 | 99",
                "zstd:1-2000000000 | 2000000000",
                "zstd:-131072-22 | zstd:-131072-22",
                "zstd:0-3 | level 0",
                "zstd:1- | 1-",
                "zstd:99999999999-3 | 99999999999",
                "snappy:1-2 | snappy",
                "lz5:1-2 | lz5",
                "zstd:3,brotli | brotli"
            })
    void aListThatCannotBeReadIsRefusedByTheNameOfItsPart(String text, String named) {
        assertThatThrownBy(() -> CodecGrid.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(named);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip:-1-3", "gzip:-1--1"})
    void gzipsWordForItsDefaultIsNoEndOfARange(String text) {
        assertThatThrownBy(() -> CodecGrid.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gzip");
    }

    @Test
    void oneMoreSettingIsIncludedOnce() {
        CodecGrid grid = CodecGrid.all();

        assertThat(grid.including(Codec.parse("zstd:7")).codecs()).isEqualTo(grid.codecs());
        assertThat(grid.including(Codec.parse("zstd:-50")).codecs())
                .hasSize(grid.codecs().size() + 1)
                .contains(Codec.parse("zstd:-50"));
    }

    @Test
    void anIncludedSettingStandsWhereAClimbWouldMeetIt() {
        assertThat(levels(CodecGrid.all().including(Codec.parse("zstd:-50")).codecs(), CodecType.ZSTD))
                .startsWith(-50, -5, -4);
        assertThat(levels(CodecGrid.all().including(Codec.parse("lz4:2")).codecs(), CodecType.LZ4))
                .startsWith(9, 1, 2, 3);
    }

    @Test
    void anEmptyGridIsRefused() {
        assertThatThrownBy(() -> new CodecGrid(List.of(), true)).hasMessageContaining("no codecs");
    }

    private static List<Integer> levels(List<Codec> codecs, CodecType type) {
        return codecs.stream()
                .filter(codec -> codec.type() == type)
                .map(Codec::level)
                .toList();
    }
}

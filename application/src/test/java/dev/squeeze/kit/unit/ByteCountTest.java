package dev.squeeze.kit.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteCountTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "65536, 65536",
        "12B, 12",
        "64K, 65536",
        "64KiB, 65536",
        "64 kib, 65536",
        "' 1.5MiB ', 1572864",
        "1M, 1048576",
        "2G, 2147483648",
        "1TiB, 1099511627776",
        "10kB, 10000",
        "10MB, 10000000",
        "3GB, 3000000000",
        "2TB, 2000000000000",
        "9223372036854775807, 9223372036854775807"
    })
    void readsBinaryAndDecimalUnitsApart(String text, long bytes) {
        assertThat(ByteCount.parse(text)).isEqualTo(new ByteCount(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-1", "-64KiB", "1e6", "KiB", "1,5MiB", "64KiB/s", ".5M", "0x10", "NaN", "1 2"})
    void whatIsNotANumberOfBytesIsNamed(String text) {
        assertThatThrownBy(() -> ByteCount.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("64KiB");
    }

    @Test
    void anUnknownUnitIsNamedWithThoseThatAreKnown() {
        assertThatThrownBy(() -> ByteCount.parse("5 Mbit"))
                .hasMessageContaining("'Mbit'")
                .hasMessageContaining("'5 Mbit'")
                .hasMessageContaining("KiB")
                .hasMessageContaining("kB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "99999999T", "9999999999999999999999999999999G"})
    void moreThanALongHoldsIsRefused(String text) {
        assertThatThrownBy(() -> ByteCount.parse(text)).hasMessageContaining("too many bytes: '" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "900, 900 B",
        "1023, 1023 B",
        "1024, 1 KiB",
        "1536, 1.5 KiB",
        "16384, 16 KiB",
        "100000, 97.7 KiB",
        "1048576, 1 MiB",
        "1300000, 1.24 MiB",
        "134217728, 128 MiB",
        "1099511627776, 1 TiB",
        "9223372036854775807, 8192 PiB"
    })
    void printsTheShortestBinaryForm(long bytes, String text) {
        assertThat(new ByteCount(bytes)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({"1048575, 1 MiB", "1073741823, 1 GiB", "1048064, 1 MiB", "1047500, 1023 KiB"})
    void roundingUpToTheNextUnitUsesIt(long bytes, String text) {
        assertThat(new ByteCount(bytes)).hasToString(text);
    }

    @Test
    void whatIsPrintedCanBeReadBack() {
        for (long bytes : new long[] {0, 512, 1024, 1536, 16_384, 1 << 20, 3L << 30}) {
            assertThat(ByteCount.parse(new ByteCount(bytes).toString())).isEqualTo(new ByteCount(bytes));
        }
    }

    @Test
    void printsNegativeDifferences() {
        assertThat(ByteCount.binary(-1536.0)).isEqualTo("-1.5 KiB");
    }

    @Test
    void printsTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(new ByteCount(1536)).hasToString("1.5 KiB");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aNegativeNumberOfBytesIsRefused() {
        assertThatThrownBy(() -> new ByteCount(-1)).hasMessageContaining("-1");
    }

    @Test
    void comparesByBytes() {
        assertThat(new ByteCount(5)).isLessThan(new ByteCount(6)).isEqualByComparingTo(new ByteCount(5));
    }
}

package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShorterFormTest {
    private static Optional<String> shortened(ShorterForm form, String value) {
        byte[] around = ("[" + value + "]").getBytes(StandardCharsets.UTF_8);
        return Optional.ofNullable(form.rewritten(around, 1, around.length - 1))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "5 | abcdefgh | abcde",
                "5 | \"abcdefgh\" | \"abcde\"",
                "4 | \"abc\\ndef\" | \"abc\"",
                "5 | \"abc\\ndef\" | \"abc\\n\"",
                "6 | \"abc\\u00e9f\" | \"abc\"",
                "4 | \"abcéf\" | \"abc\"",
                "5 | \"abcéf\" | \"abcé\"",
                "5 | \"abcd€f\" | \"abcd\""
            })
    void textEndsWithAWholeCharacter(int kept, String value, String expected) {
        assertThat(shortened(new ShorterForm(kept, false), value)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({"2, 3.14159, 3.14", "0, -3.14159, -3", "4, -0.00012345, -0.0001"})
    void numbersKeepSomeDecimals(int kept, String value, String expected) {
        assertThat(shortened(new ShorterForm(kept, true), value)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {"5, false, abcde", "5, false, \"abcde\"", "3, true, 1.5", "3, true, 12345", "3, true, 1.23456e9"})
    void whatIsShortEnoughOrNoNumberStaysAsItIs(int kept, boolean decimals, String value) {
        assertThat(shortened(new ShorterForm(kept, decimals), value)).isEmpty();
    }

    @Test
    void halfOfTheMeanIsKept() {
        ValueColumn texts = new ValueColumn(2);
        texts.add(0, "\"" + "a".repeat(20) + "\"");
        texts.add(1, "\"" + "b".repeat(60) + "\"");
        ValueColumn numbers = new ValueColumn(2);
        numbers.add(0, "1.12345678");
        numbers.add(1, "2.1234");
        ValueColumn few = new ValueColumn(1);
        few.add(0, "\"short\"");

        assertThat(ShorterForm.of(texts, ValueKind.FREE_TEXT)).contains(new ShorterForm(20, false));
        assertThat(ShorterForm.of(numbers, ValueKind.NUMBER)).contains(new ShorterForm(3, true));
        assertThat(ShorterForm.of(few, ValueKind.FREE_TEXT)).isEmpty();
        assertThat(ShorterForm.of(texts, ValueKind.TIMESTAMP)).isEmpty();
    }
}

package dev.squeeze.feature.prices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.engine.predict.PriceKey;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.PriceSheet;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PricesCommandTest {
    @TempDir
    Path folder;

    static List<String> names() {
        return PriceList.BUILT_IN;
    }

    @Test
    void withoutANameAllListsAreComparedFigureByFigure() {
        String out = Invocation.of("prices").expectDone().out();

        assertThat(out).contains(PriceList.BUILT_IN).contains("vcpu-per-hour", "USD/hour", "uncompressed");
        assertThat(out.lines().filter(line -> line.contains("disk-per-gb-month")))
                .singleElement()
                .satisfies(line -> assertThat(line).contains("0.08", "0.1", "0.081", "0.01"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void aListShowsTheUnitSourceAndDateOfEveryFigure(String name) {
        String out = Invocation.of("prices", name).expectDone().out();

        PriceSheet sheet = PriceList.sheet(name);
        sheet.figures().forEach((key, figure) -> assertThat(out)
                .contains(key.key(), key.unit("USD"), figure.source() + ", " + figure.date(), figure.note()));
    }

    @ParameterizedTest
    @MethodSource("names")
    void theFileToStartFromReadsBackAsTheList(String name) {
        String yaml = Invocation.of("prices", name, "--yaml").expectDone().out();
        String file = Records.write(folder, "mine.yaml", yaml);

        assertThat(PriceList.sheet(file)).isEqualTo(PriceList.sheet(name));
    }

    @ParameterizedTest
    @MethodSource("names")
    void aLineThatIsRemovedFromTheFileToStartFromComesFromTheSameList(String name) {
        String yaml = Invocation.of("prices", name, "--yaml").expectDone().out();
        String file = Records.write(folder, "mine.yaml", yaml.replaceAll("(?m)^disk-per-gb-month:\\n(  .*\\n)+", ""));

        assertThat(yaml).contains("\nbase: " + name + "\n").contains("disk-per-gb-month");
        assertThat(PriceList.sheet(file)).isEqualTo(PriceList.sheet(name));
    }

    @Test
    void aFileThatIsPrintedKeepsItsBase() {
        String file = Records.write(folder, "ours.yaml", "base: gcp\nvcpu-per-hour: 0.05\n");

        assertThat(Invocation.of("prices", file, "--yaml").expectDone().out()).contains("\nbase: gcp\n");
    }

    @Test
    void aFileShowsWhatItInheritsInItsOwnCurrency() {
        String file = Records.write(folder, "ours.yaml", "base: gcp\ncurrency: EUR\nper-usd: 0.92\n");

        String out = Invocation.of("prices", file).expectDone().out();

        assertThat(out).contains("in EUR", "0.092 EUR/GB-month", "converted at 0.92 EUR for one USD");
        assertThat(PriceList.sheet(file).figures()).containsKey(PriceKey.OBJECT_STORE);
    }

    @Test
    void mistakesAreNamed() {
        Invocation.of("prices", "awz").expectRefusal(ExitCode.USAGE, "no price list 'awz'", "did you mean aws?");
        Invocation.of("prices", "--yaml").expectRefusal(ExitCode.USAGE, "name it");
    }
}

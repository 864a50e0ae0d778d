package dev.squeeze.kit.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CsvColumnsTest {
    private record Row(String name, Optional<ConfidenceInterval> ratio) {}

    private static final CsvColumns<Row> COLUMNS =
            new CsvColumns<Row>().with("name", Row::name).interval("ratio", "ratio_low", "ratio_high", Row::ratio);

    @Test
    void eachColumnShowsWhatStandsNextToItsName() {
        Row known = new Row("a,b", Optional.of(new ConfidenceInterval(2, 1.5, 2.5, 9, false)));

        assertThat(COLUMNS.text(List.of(known, new Row("c", Optional.empty()))))
                .isEqualTo("name,ratio,ratio_low,ratio_high\n\"a,b\",2.0,1.5,2.5\nc,,,\n");
    }

    @Test
    void withoutRowsThereIsTheHeaderAlone() {
        assertThat(COLUMNS.text(List.of())).isEqualTo("name,ratio,ratio_low,ratio_high\n");
    }
}

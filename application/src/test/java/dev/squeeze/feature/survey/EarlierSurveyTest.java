package dev.squeeze.feature.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.document.ResultJson;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlierSurveyTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void whatWasWrittenIsReadAgainToTheLastDigit() throws IOException {
        for (SurveyResult survey : new SurveyResult[] {SurveyFixtures.complete(), SurveyFixtures.cutShort()}) {
            EarlierSurvey read = EarlierSurvey.read(written(ResultJson.write(survey)));

            assertThat(read.basis()).isEqualTo(survey.basis());
            assertThat(read.topics()).isEqualTo(survey.topics());
        }
    }

    @Test
    void anotherDocumentIsRefusedByItsName() throws IOException {
        Path measured = written(ResultJson.write(MeasureFixtures.complete()));
        assertThatThrownBy(() -> EarlierSurvey.read(measured))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("survey.json is not a JSON document of squeeze survey");
        Path cut = written(ResultJson.write(SurveyFixtures.complete()).substring(0, 3_000));
        assertThatThrownBy(() -> EarlierSurvey.read(cut))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("survey.json is not a complete result document");
        assertThatThrownBy(() -> EarlierSurvey.read(folder.resolve("none.json")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("none.json cannot be read");
    }

    private Path written(String text) throws IOException {
        return Files.writeString(folder.resolve("survey.json"), text);
    }
}

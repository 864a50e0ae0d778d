package dev.squeeze.feature.survey;

import dev.squeeze.kit.document.OtherKindException;
import dev.squeeze.kit.document.ResultReader;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * The document of an earlier survey, as far as another one can go on from it.
 *
 * @param basis what its topics were judged by
 * @param from when it began; where it took topics over itself, when the oldest began that they are from
 * @param topics that it came to
 */
public record EarlierSurvey(SurveyBasis basis, Instant from, List<TopicAppraisal> topics) {
    public EarlierSurvey {
        topics = List.copyOf(topics);
    }

    /**
     * Reads it.
     *
     * @throws UsageException where the file cannot be read or is no such document; the message says what to do
     */
    public static EarlierSurvey read(Path file) {
        SurveyResult survey = document(file);
        return new EarlierSurvey(
                survey.basis(), survey.scope().resumedFrom().orElse(survey.run().startedAt()), survey.topics());
    }

    /**
     * Reads all of it.
     *
     * @throws UsageException as {@link #read} does
     */
    public static SurveyResult document(Path file) {
        try {
            return (SurveyResult) new ResultReader(List.of(SurveyResult.KIND)).read(file);
        } catch (OtherKindException e) {
            throw new UsageException(
                    file + " is not a survey's JSON document: give one that squeeze survey --output FILE.json wrote",
                    e);
        }
    }
}

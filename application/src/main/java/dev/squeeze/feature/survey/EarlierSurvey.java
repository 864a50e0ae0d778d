package dev.squeeze.feature.survey;

import dev.squeeze.kit.document.OtherKindException;
import dev.squeeze.kit.document.ResultReader;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * The parts of an earlier survey's document that another survey needs to continue from it.
 *
 * @param basis assumptions that its topics were appraised with
 * @param from when it started or, if it had itself resumed a survey, when the oldest of these started
 * @param topics that it processed
 */
public record EarlierSurvey(SurveyBasis basis, Instant from, List<TopicAppraisal> topics) {
    public EarlierSurvey {
        topics = List.copyOf(topics);
    }

    /**
     * Reads the parts needed to resume.
     *
     * @throws UsageException if the file cannot be read or is not such a document; the message says what to do
     */
    public static EarlierSurvey read(Path file) {
        SurveyResult survey = document(file);
        return new EarlierSurvey(
                survey.basis(), survey.scope().resumedFrom().orElse(survey.run().startedAt()), survey.topics());
    }

    /**
     * Reads the whole document.
     *
     * @throws UsageException as {@link #read} does
     */
    public static SurveyResult document(Path file) {
        try {
            return (SurveyResult) new ResultReader(List.of(SurveyResult.KIND)).read(file);
        } catch (OtherKindException e) {
            throw new UsageException(
                    file + " is not a JSON document of squeeze survey: give a file written by squeeze survey --output"
                            + " FILE.json",
                    e);
        }
    }
}

package dev.squeeze.feature.survey;

/** The user stopped a survey while a topic was being read. */
final class SurveyStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SurveyStoppedException() {
        super("the survey was ended");
    }
}

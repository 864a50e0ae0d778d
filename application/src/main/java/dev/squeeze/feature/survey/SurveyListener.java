package dev.squeeze.feature.survey;

/** Follows a survey, called by several threads, and may end it. */
public interface SurveyListener {
    /** A topic is done; its batches are let go. */
    void done(TopicAppraisal appraisal);

    /** True once the user wants the survey to end: topics that are being read are given up. */
    boolean stopRequested();
}

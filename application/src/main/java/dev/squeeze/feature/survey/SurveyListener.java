package dev.squeeze.feature.survey;

/** Is told how a survey goes on, by several threads, and is asked whether it should. */
public interface SurveyListener {
    /** A topic is done; its batches are let go. */
    void done(TopicAppraisal appraisal);

    /** True once the user wants the survey to end: topics that are being read are given up. */
    boolean stopRequested();
}

package dev.squeeze.feature.survey;

/** Follows a survey and may stop it; called by several threads. */
public interface SurveyListener {
    /** A topic is done; its batches have been released. */
    void done(TopicAppraisal appraisal);

    /** True once the user has stopped the survey: topics that are being read are abandoned. */
    boolean stopRequested();
}

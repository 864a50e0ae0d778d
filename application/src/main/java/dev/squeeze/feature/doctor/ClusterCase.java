package dev.squeeze.feature.doctor;

import java.util.List;

/** What checks of the cluster may look at. */
record ClusterCase(ClusterExamination cluster, List<TopicExamination> topics, Thresholds thresholds) {}

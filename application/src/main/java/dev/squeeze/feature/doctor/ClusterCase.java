package dev.squeeze.feature.doctor;

import java.util.List;

/** The input of checks of the cluster. */
record ClusterCase(ClusterExamination cluster, List<TopicExamination> topics, Thresholds thresholds) {}

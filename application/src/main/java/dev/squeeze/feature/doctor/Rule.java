package dev.squeeze.feature.doctor;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The definition of a check: its text for the list of checks, what it needs to see, and its code. {@link Check} lists
 * all of them.
 *
 * @param title short description
 * @param source where the rule is documented, or how it is measured
 * @param scope what is examined, with the code that examines it
 * @param requirements what has to be readable; empty for questions to the user
 */
record Rule(String title, String source, Scope scope, List<Requirement> requirements) {
    Rule {
        requirements = List.copyOf(requirements);
    }

    static Rule ofLog(String title, String source, Precedence precedence, LogCode code, Requirement... more) {
        List<Requirement> requirements = new java.util.ArrayList<>(List.of(Requirement.LOG));
        requirements.addAll(List.of(more));
        return new Rule(title, source, new OfLog(precedence, code), requirements);
    }

    static Rule ofTopicSettings(String title, String source, Function<TopicCase, Optional<Observation>> code) {
        return new Rule(title, source, new OfTopicSettings(code), List.of(Requirement.TOPIC_SETTINGS));
    }

    static Rule ofCluster(
            String title, String source, Requirement requirement, Function<ClusterCase, Optional<Observation>> code) {
        return new Rule(title, source, new OfCluster(code), List.of(requirement));
    }

    static Rule question(String title, String source, Function<Set<String>, Optional<String>> code) {
        return new Rule(title, source, new Question(code), List.of());
    }

    /** What a rule examines. */
    sealed interface Scope {}

    /** The batches of a topic. */
    record OfLog(Precedence precedence, LogCode code) implements Scope {}

    /** A topic's settings; its batches need not be readable. */
    record OfTopicSettings(Function<TopicCase, Optional<Observation>> code) implements Scope {}

    /** The cluster, and the configuration of clients. */
    record OfCluster(Function<ClusterCase, Optional<Observation>> code) implements Scope {}

    /** Nothing that can be seen, so the user is asked. The code receives the topics for which zstd is proposed. */
    record Question(Function<Set<String>, Optional<String>> code) implements Scope {}

    /** Which checks of a topic's batches exclude others. */
    enum Precedence {
        /** If one of these finds something, another codec or other batches are no remedy. */
        FIRST,
        /** Proposes another codec or other batches: not run if a check with {@link #FIRST} has found something. */
        UNLESS_FIRST_FINDS,
        /** Always run. */
        INDEPENDENT
    }

    /** Examines the batches of a topic. */
    @FunctionalInterface
    interface LogCode {
        Optional<Observation> examine(TopicCase examined, TopicExamination.Log log);
    }
}

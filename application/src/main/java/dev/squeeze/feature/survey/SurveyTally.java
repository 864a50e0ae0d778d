package dev.squeeze.feature.survey;

import dev.squeeze.engine.workers.CrewMember;
import dev.squeeze.engine.workers.CrewPlan;
import dev.squeeze.engine.workers.WorkerIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What each worker has done in a survey so far. Thread-safe. */
final class SurveyTally {
    private static final int MAX_INCIDENTS = 100;

    private final Map<String, Part> parts = new TreeMap<>();
    private final List<String> incidents = new ArrayList<>();
    private int moreIncidents;

    private record Part(WorkerIdentity who, int topics, long bytes) {}

    synchronized void joined(CrewMember member) {
        parts.putIfAbsent(member.name(), new Part(member.identity(), 0, 0));
    }

    synchronized void appraised(CrewMember member, TopicAppraisal appraisal) {
        long bytes = appraisal.seen().map(TopicAppraisal.Seen::fetchedBytes).orElse(0L);
        parts.merge(
                member.name(),
                new Part(member.identity(), 1, bytes),
                (before, more) ->
                        new Part(before.who(), before.topics() + more.topics(), before.bytes() + more.bytes()));
    }

    synchronized void incident(String words) {
        if (incidents.size() < MAX_INCIDENTS) {
            incidents.add(words);
        } else {
            moreIncidents++;
        }
    }

    /** @param surveyed address of the surveyed cluster */
    synchronized SurveyWorkers workers(CrewPlan plan, String surveyed) {
        String control = plan.control().bootstrap();
        List<String> words = new ArrayList<>(incidents);
        if (moreIncidents > 0) {
            words.add(moreIncidents + " more of this kind");
        }
        return new SurveyWorkers(
                plan.topics().group(),
                control.equals(surveyed) ? Optional.empty() : Optional.of(control),
                parts.values().stream().map(SurveyTally::member).toList(),
                words);
    }

    private static SurveyWorkers.Member member(Part part) {
        WorkerIdentity who = part.who();
        return new SurveyWorkers.Member(
                who.id(),
                who.version(),
                who.kafkaVersion(),
                who.java(),
                who.operatingSystem(),
                who.processor(),
                who.cores(),
                who.memoryBytes(),
                part.topics(),
                part.bytes());
    }
}

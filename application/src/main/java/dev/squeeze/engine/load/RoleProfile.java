package dev.squeeze.engine.load;

import java.util.List;

/**
 * What the threads of one role were doing when they were looked at and did not wait.
 *
 * @param samples how often one was seen
 * @param activeMillis the thread time that these samples stand for: running, or ready to run
 * @param innermost the methods that were running, the one with most time first
 * @param ofInterest the methods of Kafka and of the codecs, the last one called counting, most time first. The rest to 1
 *     are samples without such a method
 * @param stacks what called what
 */
public record RoleProfile(
        long samples,
        double activeMillis,
        List<MethodShare> innermost,
        List<MethodShare> ofInterest,
        StackNode stacks) {
    public RoleProfile {
        innermost = List.copyOf(innermost);
        ofInterest = List.copyOf(ofInterest);
    }
}

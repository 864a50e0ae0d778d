package dev.squeeze.engine.load;

import java.util.List;

/**
 * What the threads of one role were doing in those samples in which they were not waiting.
 *
 * @param samples number of samples
 * @param activeMillis thread time that these samples represent: running, or ready to run
 * @param innermost the methods that were running, the one with the most time first
 * @param ofInterest for each stack, the innermost method of Kafka or a codec library; the one with the most time first.
 *     The shares add up to less than 1 if some stacks have no such method
 * @param stacks call tree of all samples
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

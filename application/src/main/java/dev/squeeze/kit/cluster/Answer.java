package dev.squeeze.kit.cluster;

import java.util.Optional;
import java.util.function.Function;

/** A cluster's answer to a request that may lack permission or support. */
public sealed interface Answer<T> {
    record Given<T>(T answer) implements Answer<T> {}

    /**
     * No answer.
     *
     * @param why names the missing permission or version
     */
    record Refused<T>(String why) implements Answer<T> {}

    /** The answer; empty if it was refused. */
    default Optional<T> value() {
        return this instanceof Given<T> given ? Optional.of(given.answer()) : Optional.empty();
    }

    /** Why there is no answer; empty if there is one. */
    default Optional<String> refusal() {
        return this instanceof Refused<T> refused ? Optional.of(refused.why()) : Optional.empty();
    }

    /** The same answer with its value converted. */
    default <U> Answer<U> map(Function<T, U> form) {
        return this instanceof Refused<T> refused
                ? new Refused<>(refused.why())
                : new Given<>(form.apply(((Given<T>) this).answer()));
    }
}

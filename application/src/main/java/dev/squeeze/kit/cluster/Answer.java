package dev.squeeze.kit.cluster;

import java.util.Optional;
import java.util.function.Function;

/** What a cluster answers to a question that not everybody may ask. */
public sealed interface Answer<T> {
    /** The answer. */
    record Given<T>(T answer) implements Answer<T> {}

    /**
     * None.
     *
     * @param why in words that name the permission or version that is missing
     */
    record Refused<T>(String why) implements Answer<T> {}

    /** The answer, empty where it was refused. */
    default Optional<T> value() {
        return this instanceof Given<T> given ? Optional.of(given.answer()) : Optional.empty();
    }

    /** Why there is none, empty where there is one. */
    default Optional<String> refusal() {
        return this instanceof Refused<T> refused ? Optional.of(refused.why()) : Optional.empty();
    }

    /** The same answer in another form. */
    default <U> Answer<U> map(Function<T, U> form) {
        return this instanceof Refused<T> refused
                ? new Refused<>(refused.why())
                : new Given<>(form.apply(((Given<T>) this).answer()));
    }
}

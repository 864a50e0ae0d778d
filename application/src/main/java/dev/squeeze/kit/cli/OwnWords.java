package dev.squeeze.kit.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a command: what the help says of a flag that it shares with others, where their words do not fit it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(OwnWords.All.class)
public @interface OwnWords {
    /** The flag with its dashes. */
    String flag();

    /** What it means here; empty where the flag has no meaning here, and is not shown. */
    String description() default "";

    /** Several flags of one command. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface All {
        OwnWords[] value();
    }
}

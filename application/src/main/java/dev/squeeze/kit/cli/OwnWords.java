package dev.squeeze.kit.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a command: replaces the help text of a shared flag if the common one does not fit. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(OwnWords.All.class)
public @interface OwnWords {
    /** The flag with its dashes. */
    String flag();

    /** The help text; empty if the flag does not apply to this command and is hidden. */
    String description() default "";

    /** Several flags of one command. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface All {
        OwnWords[] value();
    }
}

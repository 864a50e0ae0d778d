package dev.squeeze.kit.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Field;
import picocli.CommandLine.Model.OptionSpec;

/** Headings under which the help of a command with many flags groups them, in this order. */
public enum HelpGroup {
    SOURCE("Source"),
    WORKLOAD("Workload"),
    SEARCH("What to look for"),
    OUTPUT("Output"),
    CLUSTER("Your cluster"),
    SERVICE("Over HTTP"),
    WORKERS("On other machines"),
    ADVANCED("Advanced");

    /** The group of one flag, or of all flags of a class that do not name another. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.FIELD})
    public @interface In {
        HelpGroup value();
    }

    private final String title;

    HelpGroup(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /** The group of a flag; {@link #SEARCH} if neither the flag nor its class names one. */
    public static HelpGroup of(OptionSpec option) {
        if (!(option.userObject() instanceof Field field)) {
            return SEARCH;
        }
        In own = field.getAnnotation(In.class);
        In common = field.getDeclaringClass().getAnnotation(In.class);
        return own != null ? own.value() : common != null ? common.value() : SEARCH;
    }
}

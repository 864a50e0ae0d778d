package dev.squeeze.feature.advise;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.engine.predict.ProducerSettings;

/** How far settings are from today's, the least intrusive step first. Each step includes the ones before it. */
public enum Step {
    CODEC("codec alone"),
    LINGER("short linger"),
    BATCHES("larger batches"),
    /** Used only if no earlier step is enough: the shortest linger that is. */
    @JsonAlias("longer")
    LONGER_LINGER("longer linger"),
    /** The settings that people would rather run among those that save the most within 1 % of it. */
    @JsonAlias("most")
    LARGEST_SAVING("largest (±1 %)");

    /** A delay that hardly any application notices. */
    static final int SHORT_LINGER_MILLIS = 10;

    private final String label;

    Step(String label) {
        this.label = label;
    }

    /** As shown in a table. */
    public String label() {
        return label;
    }

    /** Whether this step leads from today's settings to these. */
    boolean allows(ProducerSettings settings, ProducerSettings today) {
        boolean sameBatch = settings.batchSizeBytes() == today.batchSizeBytes();
        boolean sameLinger = settings.lingerMillis() == today.lingerMillis();
        boolean shortLinger = sameLinger
                || (settings.lingerMillis() >= today.lingerMillis() && settings.lingerMillis() <= SHORT_LINGER_MILLIS);
        return switch (this) {
            case CODEC -> sameBatch && sameLinger;
            case LINGER -> sameBatch && shortLinger;
            case BATCHES -> settings.batchSizeBytes() >= today.batchSizeBytes() && shortLinger;
            case LONGER_LINGER, LARGEST_SAVING -> true;
        };
    }
}

package dev.squeeze.feature.advise;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.engine.predict.ProducerSettings;

/** How far settings go from today's, from the least intrusive on: what one step allows, the next ones allow too. */
public enum Step {
    CODEC("codec alone"),
    LINGER("short linger"),
    BATCHES("larger batches"),
    /** Only where nothing before is enough: the shortest linger that is. */
    @JsonAlias("longer")
    LONGER_LINGER("longer linger"),
    @JsonAlias("most")
    LARGEST_SAVING("largest saving");

    /** A wait that hardly any application notices. */
    static final int SHORT_LINGER_MILLIS = 10;

    private final String label;

    Step(String label) {
        this.label = label;
    }

    /** As a table shows it. */
    public String label() {
        return label;
    }

    /** Whether settings are within this step from today's. */
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

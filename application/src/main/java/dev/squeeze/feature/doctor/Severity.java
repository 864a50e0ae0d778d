package dev.squeeze.feature.doctor;

import com.fasterxml.jackson.annotation.JsonAlias;

/** How much a finding matters, least severe first. */
public enum Severity {
    /** Good to know; nothing has to be done now. */
    NOTE,
    /** Worth the work of changing it. */
    @JsonAlias("worth")
    WARNING,
    /** Much is lost every month, or something is about to break. */
    SERIOUS
}

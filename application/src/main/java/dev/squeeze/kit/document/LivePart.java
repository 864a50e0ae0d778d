package dev.squeeze.kit.document;

import dev.squeeze.kit.document.html.Element;

/** What a page shows above its report while the run is in progress. */
final class LivePart {
    private LivePart() {}

    static Element banner(LiveState state) {
        Element bar = Element.of("progress").with("id", "live-bar").with("max", "1");
        state.fraction().ifPresent(fraction -> bar.with("value", Double.toString(fraction)));
        return Element.of("aside", "live")
                .with("id", "live")
                .with("aria-label", "Progress of the run")
                .with("data-version", Integer.toString(state.version()))
                .with("data-sequence", Long.toString(state.sequence()))
                .add(
                        Element.of("p", "live-words")
                                .add(
                                        Element.of("span", "live-dot").with("aria-hidden", "true"),
                                        Element.of("span")
                                                .with("id", "live-words")
                                                .text(state.words())),
                        bar.with("aria-label", "How much is done"),
                        Element.of("p", "live-clock")
                                .add(
                                        Element.of("span")
                                                .with("id", "live-clock")
                                                .text(state.clock()),
                                        Element.of("span").text(" \u00b7 " + state.standing())));
    }

    /** The page before there is a result. */
    static Element waiting(LiveState state) {
        return Element.of("main")
                .with("id", "main")
                .add(
                        Element.of("p", "kicker").text("squeeze " + state.command()),
                        Element.of("h1", "verdict").text("No figures yet."),
                        PageParts.support("They appear here as soon as the run has some, at the latest when it ends;"
                                + " this page then becomes the report."));
    }
}

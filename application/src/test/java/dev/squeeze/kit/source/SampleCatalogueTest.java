package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleCatalogueTest {
    private static final String NAMES =
            "access-log, json-events, json-documents, flights-json, icons-png, encrypted-events";

    @Test
    void namesAreUniqueAndFindTheirEntries() {
        assertThat(SampleCatalogue.entries()).extracting(SampleEntry::name).doesNotHaveDuplicates();
        assertThat(SampleCatalogue.entries()).allSatisfy(entry -> assertThat(SampleCatalogue.named(entry.name()))
                .isSameAs(entry));
    }

    @Test
    void theAccessLogComesFirst() {
        assertThat(SampleCatalogue.entries().get(0).name()).isEqualTo("access-log");
    }

    @Test
    void anUnknownNameListsTheKnownOnes() {
        assertThatThrownBy(() -> SampleCatalogue.named("weather"))
                .isInstanceOf(SourceException.class)
                .hasMessage("there is no sample called 'weather'; the samples are " + NAMES
                        + "; choose one of these, or give a file of your own");
    }

    @ParameterizedTest
    @CsvSource({
        "acess-log,access-log",
        "access_log,access-log",
        "JSON-events,json-events",
        "json-document,json-documents",
        "flight-json,flights-json",
        "icon-png,icons-png",
        "encrypted-event,encrypted-events"
    })
    void aSlipOfTheKeyboardIsMet(String typed, String meant) {
        assertThatThrownBy(() -> new BundledSample(typed, ReadOptions.DEFAULT))
                .isInstanceOf(SourceException.class)
                .hasMessage("there is no sample called '" + typed + "'; the samples are " + NAMES
                        + "; did you mean sample:" + meant + "?");
    }

    @Test
    void eachDescriptionFitsOnALine() {
        assertThat(SampleCatalogue.entries()).allSatisfy(entry -> {
            assertThat(entry.description()).doesNotContain("\n").hasSizeLessThan(100);
            assertThat(entry.artifact().split(":")).hasSize(3);
        });
    }
}

package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CandidateGridTest {
    @Test
    void onlyWideGapsBetweenLingersAreLookedInto() {
        assertThat(CandidateGrid.lingersBelow(100)).containsExactly(70);
        assertThat(CandidateGrid.lingersBelow(50)).containsExactly(30);
        assertThat(CandidateGrid.lingersBelow(30)).isEmpty();
        assertThat(CandidateGrid.lingersBelow(20)).isEmpty();
        assertThat(CandidateGrid.lingersBelow(5)).isEmpty();
    }
}

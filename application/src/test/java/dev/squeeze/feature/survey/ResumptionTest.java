package dev.squeeze.feature.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.workload.GivenWorkload;
import dev.squeeze.engine.workload.TopicHosting;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ResumptionTest {
    private static final GivenWorkload NOTHING = GivenWorkload.NOTHING;
    private static final GivenWorkload SIX_HOURS = localRetention(Duration.ofHours(6));

    private static GivenWorkload localRetention(Duration time) {
        return new GivenWorkload(
                Optional.empty(), Optional.empty(), Optional.of(time), NOTHING.roundTripMillis(), Map.of());
    }

    private static SurveyBasis basis(GivenWorkload given) {
        return new GivenBasis(1 << 20, 1, given, 100, PriceList.read("aws"))
                .on(Optional.empty(), TopicHosting.withoutCluster(OptionalInt.empty(), given));
    }

    private static List<TopicAppraisal> resumed(GivenWorkload then, GivenWorkload now) {
        return Resumption.of(new EarlierSurvey(basis(then), Instant.EPOCH, List.of()), basis(now), List.of());
    }

    @Test
    void theSameFlagsGoOn() {
        assertThat(resumed(NOTHING, NOTHING)).isEmpty();
        assertThat(resumed(SIX_HOURS, SIX_HOURS)).isEmpty();
    }

    @Test
    void anotherRetentionIsRefusedByItsFlag() {
        assertRefused("--retention", NOTHING, NOTHING.withRetention(Duration.ofDays(1)));
        assertRefused("--local-retention", NOTHING, SIX_HOURS);
        assertRefused("--local-retention", SIX_HOURS, NOTHING);
        assertRefused("--local-retention", SIX_HOURS, localRetention(Duration.ofHours(12)));
    }

    private static void assertRefused(String flag, GivenWorkload then, GivenWorkload now) {
        assertThatThrownBy(() -> resumed(then, now))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--resume: " + flag + " was ")
                .hasMessageNotContaining("Optional");
    }
}

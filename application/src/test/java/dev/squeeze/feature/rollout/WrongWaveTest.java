package dev.squeeze.feature.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.feature.plan.PlanFixtures;
import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.feature.plan.PlannedChange;
import dev.squeeze.feature.rollout.RolloutResult.Mistake;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.format.BatchRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WrongWaveTest {
    private static final Instant START = Instant.parse("2026-11-25T10:00:00Z");

    private final PlanResult plan = PlanFixtures.inWaves();
    private Instant now = START;

    private static App app(PlannedChange change) {
        Payload payload =
                Payload.of(List.of(new BatchRecord(null, new byte[100], BatchRecord.NO_HEADERS, START.toEpochMilli())));
        return new App(change.topic(), "team", change.topic() + "-service", "sample:x", payload, 10, Map.of());
    }

    /** A restart waits until the previous producer has sent its records, and watch keeps reading in the meantime. */
    @Test
    void aMistakeThatIsNamedWhileOthersAreRestartedIsFound() {
        List<PlannedChange> wave = plan.changes();
        Map<String, App> apps = wave.stream()
                .map(WrongWaveTest::app)
                .collect(Collectors.toMap(App::topic, Function.identity(), (first, second) -> first));
        WrongWave wrong = new WrongWave(apps, wave, wave);
        List<Mark> marks = new ArrayList<>();

        List<Mistake> mistakes = wrong.restart(
                wave,
                (change, settings) -> {
                    now = now.plusSeconds(5);
                    if (settings.lingerMillis() == 0 && change.to().lingerMillis() > 0) {
                        marks.add(new Mark(
                                now,
                                Mistake.Kind.NO_LINGER.mark(),
                                change.topic(),
                                OptionalLong.of(7),
                                Optional.empty(),
                                Optional.empty(),
                                "is linger.ms set?"));
                    }
                    now = now.plusSeconds(5);
                },
                () -> now);

        assertThat(mistakes).hasSizeGreaterThan(1).hasSameSizeAs(marks);
        assertThat(Assessment.found(mistakes, marks))
                .allSatisfy(mistake ->
                        assertThat(mistake.found().orElseThrow().seconds()).isEqualTo(5));
        assertThat(Assessment.falseAlarms(mistakes, marks)).isEmpty();
    }

    @Test
    void aPlanWithoutChangesCannotBeRehearsed() {
        PlanResult unchanged = plan.part(List.of(), plan.unchanged());

        assertThatThrownBy(() -> RolloutRun.requireChanges(unchanged))
                .isInstanceOf(FailedException.class)
                .hasMessageContaining("as they are")
                .hasMessageContaining("nothing to roll out");
        RolloutRun.requireChanges(plan);
    }
}

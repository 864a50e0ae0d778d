package dev.squeeze.engine.workers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which worker holds which slot, and whose messages count. */
class RosterTest {
    private static final String RUN = "r1";
    private static final long NOW = 1_000_000_000_000L;

    private final Roster roster = new Roster(RUN, 2);
    private long offset;

    @Test
    void theLaterGenerationHasTheSlotAndTheFormerHoldersWordsDoNotCount() {
        join("a", 0, 3);
        join("b", 0, 5);
        join("a", 0, 4);
        answer("a", 0, 3, "result", 1);
        answer("a", 0, 5, "result", 1);

        assertThat(roster.toPing(true)).containsExactly(new Roster.ToPing(0, 5, 0));
        assertThat(roster.answer(0, 7, "result")).isEmpty();
        answer("b", 0, 5, "result", 1);
        assertThat(roster.answer(0, 7, "result")).isPresent();
    }

    @Test
    void answersAreTakenInTheirOrderAndOnce() {
        join("a", 0, 3);
        answer("a", 0, 3, "second", 2);
        assertThat(roster.takeAnswers(0, 7)).as("the first was lost").isEmpty();
        assertThat(roster.toPing(true)).containsExactly(new Roster.ToPing(0, 3, 0));

        answer("a", 0, 3, "first", 1);
        answer("a", 0, 3, "second", 2);
        assertThat(roster.takeAnswers(0, 7)).hasSize(2);
        answer("a", 0, 3, "first", 1);
        answer("a", 0, 3, "second", 2);
        assertThat(roster.takeAnswers(0, 7)).as("sent again").isEmpty();
        assertThat(roster.toPing(true)).containsExactly(new Roster.ToPing(0, 3, 2));
    }

    @Test
    void whoJoinsAgainAfterASilenceGoesOnWithItsAnswers() {
        join("a", 0, 3);
        answer("a", 0, 3, "first", 1);
        join("a", 0, 3);
        assertThat(roster.toPing(true)).as("it was heard").containsExactly(new Roster.ToPing(0, 3, 1));

        roster.stoodStill(NOW - Roster.SILENCE.toNanos() - 1);
        take(new ControlMessage(
                1, RUN, ControlMessage.Type.JOINED, "a", 0, 3, 0, identity("a").put(ControlMessage.CONFIRMED, 1)));
        answer("a", 0, 3, "second", 2);
        assertThat(roster.answer(0, 7, "second")).isPresent();
    }

    @Test
    void wordsOfOtherRunsProtocolsAndSlotsAreIgnored() {
        take(new ControlMessage(1, "old", ControlMessage.Type.JOINED, "a", 0, 3, 0, identity("a")));
        take(new ControlMessage(2, RUN, ControlMessage.Type.JOINED, "a", 0, 3, 0, identity("a")));
        take(new ControlMessage(1, RUN, ControlMessage.Type.JOINED, "a", 2, 3, 0, identity("a")));

        assertThat(roster.present(NOW)).isZero();
        assertThat(ControlMessage.decoded("{\"protocol\":1".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(ControlMessage.decoded("[]".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }

    @Test
    void oneWorkerInTwoSlotsIsNotTwoWorkers() {
        join("a", 0, 3);
        join("a", 1, 3);
        timed("a", 0, 3);
        timed("a", 1, 3);

        assertThat(roster.complete(NOW)).isEmpty();
        join("b", 1, 4);
        timed("b", 1, 4);
        assertThat(roster.complete(NOW))
                .hasValueSatisfying(members ->
                        assertThat(members).extracting(CrewMember::name).containsExactly("a", "b"));
    }

    @Test
    void aMemberIsLostWhenItIsSilentLeavesOrIsReplaced() {
        join("a", 0, 3);
        join("b", 1, 3);
        CrewMember a = member("a", 0, 3);
        CrewMember b = member("b", 1, 3);
        long later = NOW + Roster.SILENCE.toNanos() + 1;

        assertThat(roster.lost(a, NOW + Duration.ofSeconds(4).toNanos())).isEmpty();
        assertThat(roster.lost(a, later))
                .hasValueSatisfying(how -> assertThat(how).contains("sent no heartbeat for 5 s"));
        roster.stoodStill(later);
        assertThat(roster.lost(a, later)).as("we were the ones who stood still").isEmpty();
        take(new ControlMessage(1, RUN, ControlMessage.Type.LEFT, "b", 1, 3, 0, ControlMessage.emptyBody()));
        assertThat(roster.lost(b, later)).contains("was stopped");
        join("c", 0, 4);
        assertThat(roster.lost(a, later))
                .hasValueSatisfying(how -> assertThat(how).contains("lost its place"));
    }

    @Test
    void ofTwoRunsTheOneThatIsFirstInTheLogGoesOn() {
        announce("other", Optional.empty());
        assertThat(roster.rival()).as("before our own is seen").isEmpty();
        announce(RUN, Optional.empty());
        announce("late", Optional.empty());
        assertThat(roster.rival()).as("a later one gives way").isEmpty();
        announce("other", Optional.of(0L));
        assertThat(roster.rival()).hasValueSatisfying(who -> assertThat(who).contains("other"));
    }

    @Test
    void theQuickestRoundTripGivesTheOffsetAndHalfOfItIsTheError() {
        ClockSamples samples = new ClockSamples();
        // The other's clock is 1,000 ahead: 40 to get there, 60 to get back, and 10 in between.
        samples.add(ClockOffset.of(0, 1_040, 1_050, 110, 500));
        samples.add(ClockOffset.of(200, 1_210, 1_215, 225, 500));

        ClockOffset best = samples.best().orElseThrow();
        assertThat(best.monotonicNanos()).isEqualTo(1_000);
        assertThat(best.errorNanos()).isEqualTo(10);
        assertThat(best.wallNanos()).isEqualTo(1_500);
        assertThat(best.samples()).isEqualTo(2);
        assertThat(ClockOffset.of(0, 1_040, 1_050, 110, 500).monotonicNanos()).isEqualTo(990);
    }

    private static CrewMember member(String id, int slot, int generation) {
        return new CrewMember(slot, generation, WorkerIdentity.of(identity(id)), new ClockOffset(0, 0, 0, 1));
    }

    private static ObjectNode identity(String id) {
        return new WorkerIdentity(id, "1", "4", "17", "Linux", "cpu", 2, 1).toJson();
    }

    private void join(String id, int slot, int generation) {
        take(new ControlMessage(1, RUN, ControlMessage.Type.JOINED, id, slot, generation, 0, identity(id)));
    }

    private void answer(String id, int slot, int generation, String word, long number) {
        ObjectNode body = ControlMessage.emptyBody().put("answer", word).put(ControlMessage.ANSWER_NUMBER, number);
        take(new ControlMessage(1, RUN, ControlMessage.Type.ANSWER, id, slot, generation, 7, body));
    }

    private void timed(String id, int slot, int generation) {
        for (int i = 0; i < ClockSamples.ENOUGH; i++) {
            ObjectNode body = ControlMessage.emptyBody()
                    .put("sent", NOW)
                    .put("received", NOW)
                    .put("answered", NOW);
            take(new ControlMessage(1, RUN, ControlMessage.Type.PONG, id, slot, generation, 0, body));
        }
    }

    private void announce(String run, Optional<Long> first) {
        ObjectNode body = ControlMessage.emptyBody().put("host", "h");
        first.ifPresent(at -> body.put("first", at));
        take(ControlMessage.of(run, ControlMessage.Type.RUN, "h", body));
    }

    /** As received back from the log. */
    private void take(ControlMessage message) {
        ControlMessage read = ControlMessage.decoded(message.encoded()).orElseThrow();
        roster.take(new ControlReader.Received(read, "topic", offset++, NOW));
    }
}

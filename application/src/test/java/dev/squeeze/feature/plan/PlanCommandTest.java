package dev.squeeze.feature.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.survey.SurveyFixtures;
import dev.squeeze.feature.survey.SurveyResult;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.document.ResultJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void changesGoFromWhatCanHardlyGoWrongToWhatApplicationsNotice() {
        JsonNode plan = plan(PlanFixtures.survey());

        assertThat(texts(plan, "changes", "topic")).containsExactly("orders.audit", "logs", "tiny", "orders", "clicks");
        assertThat(texts(plan, "changes", "wave")).containsExactly("codec", "codec", "codec", "zstd", "batches");
    }

    @Test
    void aChangeThatMaySaveNothingIsNotPlanned() {
        JsonNode doubtful = plan(PlanFixtures.survey()).at("/unchanged/0");

        assertThat(doubtful.at("/topic").asText()).isEqualTo("doubtful");
        assertThat(doubtful.at("/reason").asText()).contains("it may save nothing");
    }

    @Test
    void whatARecordWillTakeDoesNotDependOnHowFarTheRateIsKnown() {
        JsonNode bytes = plan(PlanFixtures.survey()).at("/changes/4/storedBytesOfRecord");

        assertThat(bytes.at("/estimate").asDouble()).isCloseTo(-2.0 / 3, within(1e-9));
        assertThat(bytes.at("/low").asDouble()).isCloseTo(-(1_800 + 90) / 2_700.0, within(1e-9));
        assertThat(bytes.at("/high").asDouble()).isCloseTo(-(1_800 - 90) / 2_700.0, within(1e-9));
    }

    @Test
    void whatSavesTooLittleIsNoTicket() {
        JsonNode plan = plan(PlanFixtures.survey(), "--min-saving", "25");

        assertThat(texts(plan, "changes", "topic")).containsExactly("orders.audit", "orders", "clicks");
        assertThat(texts(plan, "unchanged", "topic")).contains("logs", "tiny");
        assertThat(plan.at("/savedMoney/estimate").asDouble()).isEqualTo(900 + 400 + 300);
    }

    @Test
    void zstdNeedsItsReadersFirstAndALevelItsClients() {
        JsonNode changes = plan(PlanFixtures.survey()).get("changes");

        assertThat(changes.get(0).get("needs"))
                .as("its consumers read zstd today")
                .isEmpty();
        assertThat(changes.get(3).get("needs").toString())
                .contains("Kafka clients 2.1 or newer", "librdkafka 1.0", "sarama 1.26");
        assertThat(changes.get(4).get("needs").toString())
                .contains("3.8 or newer: older ones ignore the compression" + " level");
        assertThat(changes.get(4).get("guards").toString())
                .contains("more than 20 ms, the longest that larger batches can wait");
        assertThat(changes.get(1).get("rollback").toString()).isEqualTo("[\"compression.type=gzip\"]");
        assertThat(changes.get(4).get("rollback").toString()).contains("batch.size=16384", "linger.ms=5");
    }

    /**
     * Batches that were full before linger.ms had passed are sent later if they may be larger, whatever linger.ms was
     * before.
     */
    @ParameterizedTest
    @CsvSource({
        "16384, 5, 65536, 5, 5",
        "16384, 50, 65536, 20, 20",
        "65536, 5, 65536, 20, 15",
        "65536, 5, 16384, 20, 15"
    })
    void latencyHasAGuardOfWhatRecordsMayWaitLonger(
            int fromBytes, int fromMillis, int toBytes, int toMillis, int addedMillis) {
        JsonNode change = plan(PlanFixtures.of(List.of(PlanFixtures.topic(
                        "clicks",
                        PlanFixtures.settings("zstd:3", fromBytes, fromMillis),
                        PlanFixtures.settings("zstd:3", toBytes, toMillis),
                        900,
                        90,
                        "zstd=1"))))
                .at("/changes/0");

        assertThat(change.at("/wave").asText()).isEqualTo("batches");
        assertThat(change.get("guards").toString())
                .contains("end-to-end latency rises by more than " + addedMillis + " ms,");
    }

    @Test
    void recordsThatDoNotWaitLongerNeedNoGuardOfLatency() {
        JsonNode changes = plan(PlanFixtures.of(List.of(
                        PlanFixtures.topic(
                                "larger-at-once",
                                PlanFixtures.settings("zstd:3", 16_384, 0),
                                PlanFixtures.settings("zstd:3", 65_536, 0),
                                900,
                                90,
                                "zstd=1"),
                        PlanFixtures.topic(
                                "shorter",
                                PlanFixtures.settings("zstd:3", 16_384, 20),
                                PlanFixtures.settings("zstd:3", 16_384, 5),
                                900,
                                90,
                                "zstd=1"))))
                .get("changes");

        assertThat(changes).hasSize(2);
        assertThat(changes.toString()).doesNotContain("end-to-end latency");
    }

    @Test
    void whatTakesCoresSaysWhoseRoomItNeeds() {
        JsonNode changes = plan(PlanFixtures.survey()).get("changes");

        assertThat(changes.get(4).get("needs").toString())
                .contains("Spare CPU for the predicted change: producers +0.36 cores, brokers -0.04, consumers -0.02");
        assertThat(changes.get(3).get("needs").toString()).doesNotContain("Spare CPU");
    }

    @Test
    void teamsGetTheirTopicsByTheLastLineThatMatches() {
        String owners = Records.write(
                folder,
                "owners.txt",
                "# who has what\n.* platform\norders.* checkout # and the rest\n\norders\\.audit risk team\n");

        JsonNode plan = plan(PlanFixtures.survey(), "--owners", owners);

        assertThat(texts(plan, "changes", "owner"))
                .containsExactly("risk team", "platform", "platform", "checkout", "platform");
    }

    @Test
    void eachTeamGetsATicketWithItsTopicsAlone() throws IOException {
        String owners = Records.write(folder, "owners.txt", "orders.* Checkout & Co\nclicks web\n");
        Path tickets = folder.resolve("tickets");

        run(PlanFixtures.survey(), "--owners", owners, "--tickets", tickets.toString());

        try (Stream<Path> files = Files.list(tickets)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("checkout-co.md", "web.md", "no-team.md");
        }
        assertThat(Files.readString(tickets.resolve("checkout-co.md")))
                .startsWith("# Compression of Kafka topics: Checkout & Co\n")
                .contains("orders.audit", "compression.type=zstd", "spring.kafka.producer.compression-type=zstd")
                .doesNotContain("clicks", "logs", "payments");
        assertThat(Files.readString(tickets.resolve("web.md"))).contains("kgo.ProducerLinger(20*time.Millisecond)");
    }

    /** A title has the first three topics; applying the lines needs all of them. */
    @Test
    void aTicketNamesEveryTopicOfItsSettings() throws IOException {
        SurveyResult survey = PlanFixtures.of(IntStream.rangeClosed(1, 5)
                .mapToObj(number -> PlanFixtures.topic(
                        "t" + number,
                        ProducerSettings.KAFKA_DEFAULTS,
                        PlanFixtures.settings("lz4", 16_384, 5),
                        100 - number,
                        1,
                        "none=1"))
                .toList());
        Path tickets = folder.resolve("tickets");

        run(survey, "--tickets", tickets.toString());

        assertThat(Files.readString(tickets.resolve("no-team.md")))
                .contains("### t1, t2, t3 and 2 more", "Topics: t1, t2, t3, t4, t5.");
    }

    @Test
    void aLaterSurveyShowsHowFarItHasCome() {
        String later = Records.write(folder, "later.json", ResultJson.write(PlanFixtures.later()));

        JsonNode plan = plan(PlanFixtures.survey(), "--check", later);

        assertThat(plan.get("changes"))
                .extracting(change -> change.get("topic").asText() + " "
                        + change.at("/progress/state").asText())
                .containsExactly(
                        "orders.audit done",
                        "logs other-codec",
                        "tiny unknown",
                        "orders not-started",
                        "clicks under-way");
        assertThat(plan.at("/changes/4/progress/shareOfCodec").asDouble()).isEqualTo(0.5);
    }

    @Test
    void aCodecThatNobodyPlannedIsNamed() {
        String later = Records.write(folder, "later.json", ResultJson.write(PlanFixtures.later()));

        JsonNode progress = plan(PlanFixtures.survey(), "--check", later).at("/changes/1/progress");

        assertThat(progress.at("/otherCodec").asText()).isEqualTo("snappy");
        assertThat(run(PlanFixtures.survey(), "--check", later).out()).contains("another codec: snappy");
    }

    @Test
    void aSurveyOfAnotherClusterIsNoCheck() {
        String mine = ResultJson.write(PlanFixtures.survey());
        String another = Records.write(
                folder,
                "another.json",
                ResultJson.write(PlanFixtures.later()).replace("sEcReTlEsS-Id-0123456", "4L6g3nShT-eMCtK--X86sw"));

        Invocation.of("plan", Records.write(folder, "mine.json", mine), "--check", another)
                .expectRefusal(ExitCode.USAGE, another + " is a survey of another cluster", "4L6g3nShT-eMCtK--X86sw");
    }

    @Test
    void theEarlierSurveyIsNoCheckOfTheLaterOne() {
        SurveyResult first = PlanFixtures.survey();
        String earlier = Records.write(
                folder,
                "earlier.json",
                ResultJson.write(first).replace(first.run().startedAt().toString(), "2025-12-31T00:00:00Z"));

        Invocation.of("plan", written(first), "--check", earlier)
                .expectRefusal(ExitCode.USAGE, "is the earlier survey");
    }

    @Test
    void aLineOfTheOwnersThatMatchesNoTopicIsNamed() {
        String owners = Records.write(folder, "owners.txt", "orders.* checkout\nclics web\n");

        assertThat(run(PlanFixtures.survey(), "--owners", owners).err())
                .contains("match no topic of the survey: clics");
    }

    @Test
    void anOwnersFileThatIsNotThereIsSaidToBeMissing() {
        String missing = folder.resolve("none.txt").toString();

        Invocation.of("plan", written(PlanFixtures.survey()), "--owners", missing)
                .expectRefusal(ExitCode.USAGE, "there is no such file");
    }

    /** A survey sees the topic's compression.type: the plan names what has to be set, and nothing else. */
    @Test
    void onlyTopicsThatMakeBrokersCompressAreToBeSet() {
        String plan = run(PlanFixtures.survey(), "--min-saving", "15").out().replaceAll("\\s+", " ");

        assertThat(plan)
                .contains(
                        "Once all producers of a topic have changed",
                        "logs: Set the topic's compression.type to producer. It is now gzip, so until you do, brokers"
                                + " recompress lz4 as gzip.",
                        "Here it has another value",
                        "--entity-name logs --add-config compression.type=producer",
                        "First, topics whose compression.type was changed",
                        "--entity-name logs --add-config compression.type=gzip")
                .doesNotContain("--entity-name clicks");
        assertThat(run(PlanFixtures.survey(), "--min-saving", "25").out())
                .contains("Nothing to do: with their current compression.type");
    }

    private String planOfUncompressed(String from, String to) {
        return run(PlanFixtures.of(List.of(PlanFixtures.topic(
                        PlanFixtures.UNCOMPRESSED,
                        PlanFixtures.settings(from, 16_384, 5),
                        PlanFixtures.settings(to, 16_384, 5),
                        90,
                        1,
                        "none=1"))))
                .out()
                .replaceAll("\\s+", " ");
    }

    @Test
    void aTopicThatIsSetToUncompressedKeepsWhatProducersSendWithoutACodec() {
        assertThat(planOfUncompressed("gzip:6", "none"))
                .contains("Nothing to do: with their current compression.type")
                .doesNotContain("It is now uncompressed");
    }

    @Test
    void aTopicThatIsSetToUncompressedIsToBeSetWhereProducersCompress() {
        assertThat(planOfUncompressed("none", "lz4"))
                .contains(
                        "It is now uncompressed, so until you do, brokers decompress lz4 and store it uncompressed",
                        "--entity-name " + PlanFixtures.UNCOMPRESSED);
    }

    @Test
    void whatIsLessThanTheLeastSavingIsSaidSo() {
        JsonNode plan = plan(PlanFixtures.survey(), "--min-saving", "25");

        assertThat(texts(plan, "unchanged", "reason")).contains("20.0 USD/month is less than --min-saving 25.0");
    }

    @Test
    void aTicketThatIsThereIsNotReplaced() throws IOException {
        Path tickets = Files.createDirectories(folder.resolve("tickets"));
        Files.writeString(tickets.resolve("no-team.md"), "edited by hand");

        Invocation.of("plan", written(PlanFixtures.survey()), "--tickets", tickets.toString());

        assertThat(Files.readString(tickets.resolve("no-team.md"))).isEqualTo("edited by hand");
        assertThat(Invocation.of("plan", written(PlanFixtures.survey()), "--tickets", tickets.toString())
                        .err())
                .contains("no-team.md exists");
    }

    @Test
    void aChangeOfTheLevelAloneIsNotSeenInALog() {
        SurveyResult survey = PlanFixtures.of(List.of(PlanFixtures.topic(
                "levels",
                PlanFixtures.settings("zstd:3", 16_384, 5),
                PlanFixtures.settings("zstd:6", 16_384, 5),
                50,
                5,
                "zstd=1")));
        String later = Records.write(folder, "later.json", ResultJson.write(survey));

        assertThat(plan(survey, "--check", later)
                        .at("/changes/0/progress/state")
                        .asText())
                .isEqualTo("unknown");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "orders | owners.txt, line 1: 'orders' names no team",
                "(orders team | owners.txt, line 1: '(orders' is not a valid regular expression",
            })
    void aMistakeInTheOwnersIsSaidWithItsLine(String line, String message) {
        String owners = Records.write(folder, "owners.txt", line + "\n");

        Invocation.of("plan", written(PlanFixtures.survey()), "--owners", owners)
                .expectRefusal(ExitCode.USAGE, message);
    }

    @Test
    void aPlanNeedsASurveyOrAClusterAndNotBoth() {
        Invocation.of("plan")
                .expectRefusal(ExitCode.USAGE, "or --bootstrap-server HOST:PORT to survey the cluster first");
        Invocation.of("plan", written(PlanFixtures.survey()), "--bootstrap-server", "127.0.0.1:1")
                .expectRefusal(ExitCode.USAGE, "a survey was given");
    }

    @Test
    void whatThePlanRestsOnIsShown() {
        JsonNode evidence = plan(PlanFixtures.survey()).at("/changes/0/evidence");

        assertThat(evidence.at("/codecs/1/codec").asText()).isEqualTo("zstd");
        assertThat(evidence.get("recordsPerBatch").asDouble()).isEqualTo(12.5);
        assertThat(evidence.get("expectedRatio").asDouble()).isEqualTo(5);
    }

    @Test
    void anotherDocumentThanASurveysIsRefused() {
        String plan = Records.write(folder, "plan.json", ResultJson.write(PlanFixtures.inWaves()));

        Invocation.of("plan", plan).expectRefusal(ExitCode.USAGE, "plan.json is not a JSON document of squeeze survey");
    }

    @Test
    void aSurveyThatIsMadeNowIsNotThePlansThatIsChecked() {
        String plans = Records.write(folder, "plans.json", ResultJson.write(PlanFixtures.survey()));

        Invocation.of("plan", "--bootstrap-server", "127.0.0.1:1", "--check", plans)
                .expectRefusal(ExitCode.USAGE, "--check", "give the plan's as SURVEY.json");
    }

    @Test
    void aSurveyOfNothingWorthAChangeIsSaid() {
        assertThat(run(PlanFixtures.of(List.of(PlanFixtures.left("payments", "it compresses well already"))))
                        .out())
                .contains("No topic is worth changing.");
        assertThat(run(SurveyFixtures.withTopics(List.of())).out()).contains("No topic was appraised.");
    }

    private JsonNode plan(SurveyResult survey, String... more) {
        List<String> words = new ArrayList<>(List.of(more));
        words.add("--json");
        JsonNode plan =
                ResultSchema.parse(run(survey, words.toArray(String[]::new)).out());
        assertThat(ResultSchema.faults(plan)).isEmpty();
        return plan;
    }

    private Invocation run(SurveyResult survey, String... more) {
        List<String> words = new ArrayList<>(List.of("plan", written(survey)));
        words.addAll(List.of(more));
        Invocation run = Invocation.of(words.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        return run;
    }

    private String written(SurveyResult survey) {
        return Records.write(folder, "survey.json", ResultJson.write(survey));
    }

    private static List<String> texts(JsonNode plan, String list, String property) {
        List<String> texts = new ArrayList<>();
        plan.get(list).forEach(one -> texts.add(one.path(property).asText()));
        return texts;
    }
}

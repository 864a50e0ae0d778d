package dev.squeeze.feature.advise;

import dev.squeeze.feature.measure.OfflineNotes;
import dev.squeeze.feature.measure.SweepCharts;
import dev.squeeze.feature.measure.SweepSections;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.ResultHeader;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The full report of {@code squeeze advise}. */
final class AdviseDocument {
    private final AdviseResult result;
    private final Recommendation advice;

    private AdviseDocument(AdviseResult result) {
        this.result = result;
        this.advice = result.recommendation();
    }

    static Document of(AdviseResult result) {
        return new AdviseDocument(result).document();
    }

    private Document document() {
        EffectSection effect = new EffectSection(result);
        SweepSections sweep = new SweepSections(result);
        Document.Builder document = Document.of(result, result.source().source())
                .opening(List.of(ResultHeader.sourceLine(result)))
                .verdict(advice.verdict())
                .lead(Block.onPage(new Block.Paragraph(compared())), effect.tiles());
        LadderSection.of(result).map(LadderSection::knee).ifPresent(document::lead);
        boolean onTopic = advice.recommended().settings().topicCodec().isPresent();
        if (advice.leaveIt().isEmpty() && onTopic) {
            document.section(
                    "Topic configuration (brokers compress; producers stay as they are)",
                    new Block.Config("", "properties", advice.topicConfig()));
        } else if (advice.leaveIt().isEmpty()) {
            document.section("Producer configuration", new Block.Config("", "properties", advice.producerConfig()))
                    .section(
                            "Topic configuration (so that brokers do not recompress)",
                            new Block.Config("", "properties", advice.topicConfig()));
        }
        LadderSection.of(result).ifPresent(ladder -> document.section(LadderSection.TITLE, ladder.blocks()));
        document.section(EffectSection.TITLE, effect.blocks());
        OtherRatesSection.of(result).ifPresent(rates -> document.section(OtherRatesSection.TITLE, rates.blocks()));
        result.verification()
                .map(VerificationSection::new)
                .ifPresent(live -> document.section(VerificationSection.TITLE, live.blocks()));
        if (!advice.runnersUp().isEmpty()) {
            document.section(
                    "Alternatives considered",
                    Block.inText(new Block.Paragraph(String.format(
                            Locale.ROOT, "%,d combinations were compared%s.", advice.candidates(), formed()))),
                    new Block.Table("By rank; batch is its uncompressed bytes", runnersUp()));
        }
        if (!caveats().isEmpty()) {
            document.section(
                    "Caveats",
                    Block.inText(new Block.Lines(caveats())),
                    Block.onPage(new Block.Caveats("Before acting", caveats())));
        }
        document.lines("Workload and prices (each line has its flags)", new WorkloadLines(result).lines())
                .section("Next", next())
                .section("What if", new Block.Drawing(new WhatIf(result)));
        sweep.charts(document, List.of(SweepCharts.today(result), effect.marked()));
        sweep.tables(document, Block.Medium.MARKDOWN);
        sweep.gapsOnPage(document);
        return document.measuredOn(ResultHeader.sampleLines(result))
                .closing(OfflineNotes.runLine(result))
                .build();
    }

    private String compared() {
        return String.format(
                Locale.ROOT,
                "%,d combinations of codec, level, batch.size and linger.ms were compared at %s%s%s; intervals are at 95 %%.",
                advice.candidates(),
                result.request().rate(),
                result.request().rateIsAssumed() ? " (assumed)" : "",
                formed());
    }

    /** How many of the combinations were measured. */
    private String formed() {
        return advice.formed().isPresent()
                ? String.format(
                        Locale.ROOT,
                        ": %d by forming and compressing their batches, the others ruled out by coarse predictions",
                        advice.formed().getAsInt())
                : "";
    }

    private TextTable runnersUp() {
        TextTable table = new TextTable(1).wordsLast();
        table.row(
                "setting",
                "batch",
                "ratio",
                "latency ms, p50 / p99",
                result.prices().currency() + "/month",
                "why not");
        for (RunnerUp runnerUp : advice.runnersUp()) {
            var prediction = runnerUp.prediction();
            table.row(
                    prediction.settings().toString(),
                    ByteCount.binary(prediction.fill().recordBytesPerBatch()),
                    new Ratio(prediction.ratio()).toString(),
                    LatencyWords.of(prediction),
                    Figures.number(prediction.resources().money()),
                    runnerUp.whyNot());
        }
        return table;
    }

    private List<String> caveats() {
        List<String> lines =
                new ArrayList<>(advice.caveats().stream().map(Caveat::message).toList());
        result.source().notices().forEach(notice -> lines.add(notice.message()));
        if (result.sweep().interrupted()) {
            lines.add("The run was interrupted: the recommendation is based on the measurements up to that point.");
        }
        return lines;
    }

    /** In text one command per line; on a page each has a copy button. */
    private List<Block> next() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.inText(new Block.Config("", "sh", result.next())));
        result.next().forEach(command -> blocks.add(Block.onPage(new Block.Config("", "sh", List.of(command)))));
        return blocks;
    }
}

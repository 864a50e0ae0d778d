package dev.squeeze.kit.document;

import dev.squeeze.kit.document.Block.Medium;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A result for human readers, independent of the output format: first what to do, then why, then how sure it is. Rendered by {@link
 * TerminalText}, {@link Markdown} and {@link HtmlReport}.
 *
 * @param command such as {@code squeeze advise}
 * @param subject short name of the subject, such as a source or a cluster
 * @param opening lines before the verdict, on the terminal and in Markdown
 * @param verdict the answer in a sentence
 * @param lead blocks that belong to the verdict, before the first section
 * @param sections in reading order
 * @param closing the last lines, on the terminal and in Markdown; a page shows the environment instead
 */
public record Document(
        String command,
        String subject,
        List<String> opening,
        Optional<String> verdict,
        List<Block> lead,
        List<Section> sections,
        List<String> closing) {
    public Document {
        opening = List.copyOf(opening);
        lead = List.copyOf(lead);
        sections = List.copyOf(sections);
        closing = List.copyOf(closing);
    }

    /** Blocks with a title. */
    public record Section(String title, List<Block> blocks) {
        public Section {
            blocks = List.copyOf(blocks);
        }

        /** Whether any of its blocks is shown in a format. */
        boolean isShownOn(Medium medium) {
            return blocks.stream().anyMatch(block -> isShown(block, medium));
        }
    }

    /** Whether a block is shown in a format; empty blocks are never shown. */
    static boolean isShown(Block block, Medium medium) {
        if (block instanceof Block.Only only) {
            return only.media().contains(medium) && isShown(only.block(), medium);
        }
        if (block instanceof Block.Drawing || block instanceof Block.Tiles) {
            return medium == Medium.PAGE;
        }
        if (block instanceof Block.Table table) {
            return !table.rows().isEmpty();
        }
        if (block instanceof Block.Lines lines) {
            return !lines.lines().isEmpty();
        }
        if (block instanceof Block.Verbatim lines) {
            return !lines.lines().isEmpty();
        }
        if (block instanceof Block.Caveats caveats) {
            return !caveats.lines().isEmpty();
        }
        if (block instanceof Block.Folded folded) {
            return folded.blocks().stream().anyMatch(inner -> isShown(inner, medium));
        }
        if (block instanceof Block.Titled titled) {
            return titled.blocks().stream().anyMatch(inner -> isShown(inner, medium));
        }
        return true;
    }

    /** Builds the document of a result; it ends with the machine of the measurement and the duration of the run. */
    public static Builder of(Result result, String subject) {
        Builder builder = new Builder("squeeze " + result.kind(), subject);
        builder.measuredOn.addAll(ResultHeader.machineLines(result.run().environment()));
        builder.closing(String.format(Locale.ROOT, "%.1f s in all", result.run().elapsedSeconds()));
        return builder;
    }

    /** Builds a document in reading order. */
    public static final class Builder {
        private final String command;
        private final String subject;
        private final List<String> opening = new ArrayList<>();
        private Optional<String> verdict = Optional.empty();
        private final List<Block> lead = new ArrayList<>();
        private final List<Section> sections = new ArrayList<>();
        private final List<String> measuredOn = new ArrayList<>();
        private List<String> closing = List.of();

        private Builder(String command, String subject) {
            this.command = command;
            this.subject = subject;
        }

        public Builder opening(List<String> lines) {
            opening.addAll(lines);
            return this;
        }

        public Builder verdict(String sentence) {
            verdict = Optional.of(sentence);
            return this;
        }

        public Builder lead(Block... blocks) {
            lead.addAll(Arrays.asList(blocks));
            return this;
        }

        public Builder lead(List<Block> blocks) {
            lead.addAll(blocks);
            return this;
        }

        /** Adds a section; left out if it has no blocks. */
        public Builder section(String title, Block... blocks) {
            return section(title, Arrays.asList(blocks));
        }

        public Builder section(String title, List<Block> blocks) {
            if (!blocks.isEmpty()) {
                sections.add(new Section(title, blocks));
            }
            return this;
        }

        /** Adds a section of statements; left out if there are none. */
        public Builder lines(String title, List<String> lines) {
            return lines.isEmpty() ? this : section(title, new Block.Lines(lines));
        }

        /** Adds lines about the sample or the run, before those about the machine; pages show them in another way. */
        public Builder measuredOn(List<String> lines) {
            measuredOn.addAll(0, lines);
            return this;
        }

        /** Leaves out the machine of the measurement. */
        public Builder withoutMachine() {
            measuredOn.clear();
            return this;
        }

        /** Replaces the last lines. */
        public Builder closing(String... lines) {
            closing = List.of(lines);
            return this;
        }

        public Document build() {
            List<Section> all = new ArrayList<>(sections);
            if (!measuredOn.isEmpty()) {
                all.add(new Section("Measured on", List.of(Block.inText(new Block.Lines(measuredOn)))));
            }
            return new Document(command, subject, opening, verdict, lead, all, closing);
        }
    }
}

package dev.squeeze.feature.report;

import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.WrittenFile;
import dev.squeeze.kit.document.HtmlReport;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultReader;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        header = "Turn a result into a single HTML page to read and share.",
        description = {
            "",
            "Makes an HTML page from the JSON document of any command (--output FILE.json): the verdict, charts,"
                    + " tables, and how the numbers were obtained. The page is a single file that works without a"
                    + " network, by mail, on a phone and in print, and contains the document itself. Several documents"
                    + " are compared side by side. The page has no record contents, except the examples of explain"
                    + " --show-examples."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze advise events.jsonl --output advice.json",
            "  squeeze report advice.json --output report.html",
            "  squeeze report before.json after.json --output compared.html",
            "  squeeze measure events.jsonl --report report.html     # the same in one step"
        })
public final class ReportCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final ResultReader reader;

    @Parameters(paramLabel = "RESULT.json", arity = "0..*", description = "JSON documents that squeeze wrote.")
    List<Path> documents = List.of();

    @Option(names = "--output", paramLabel = "FILE.html", description = "The page to write (required).")
    @Nullable
    Path output;

    @Mixin
    CommonArguments common = new CommonArguments();

    public ReportCommand(Terminal terminal, ResultReader reader) {
        this.terminal = terminal;
        this.reader = reader;
    }

    @Override
    public Integer call() {
        if (documents.isEmpty()) {
            throw new UsageException("give RESULT.json, a document that --output FILE.json wrote");
        }
        if (output == null) {
            throw new UsageException("--output FILE.html is required: the page to write");
        }
        WrittenFile.checkPage("--output", output);
        List<Result> results = documents.stream().map(reader::read).toList();
        WrittenFile.write(output, page(results));
        terminal.err().println("wrote " + output);
        return ExitCode.DONE;
    }

    /** Values may be valid by themselves and still contradict each other, which only rendering reveals. */
    private String page(List<Result> results) {
        for (int i = 0; i < results.size(); i++) {
            try {
                HtmlReport.render(results.get(i));
            } catch (RuntimeException e) {
                String kind = results.get(i).kind();
                throw new FailedException(
                        documents.get(i) + " has values that no squeeze " + kind + " writes, or that contradict one"
                                + " another: no page can be made of them; run squeeze " + kind + " again",
                        e);
            }
        }
        return ResultsPage.render(results);
    }
}

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
        header = "A result as one page to look at and to hand on.",
        description = {
            "",
            "Makes an HTML page of the JSON document of any command (--output FILE.json): the verdict, charts, tables, and how"
                    + " the numbers came about. One file that needs no network; it opens from a mail, on a phone and on paper,"
                    + " and holds the document. Several documents stand side by side. Contents of records are not in it, but for"
                    + " those that explain --show-examples was asked for."
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

    @Option(names = "--output", paramLabel = "FILE.html", description = "The page to write; needed.")
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
            throw new UsageException("--output FILE.html is needed: it says where the page goes");
        }
        WrittenFile.checkPage("--output", output);
        List<Result> results = documents.stream().map(reader::read).toList();
        WrittenFile.write(output, page(results));
        terminal.err().println("wrote " + output);
        return ExitCode.DONE;
    }

    /** Values that are each of their kind can still contradict one another; what renders finds that, whatever it is. */
    private String page(List<Result> results) {
        for (int i = 0; i < results.size(); i++) {
            try {
                HtmlReport.render(results.get(i));
            } catch (RuntimeException e) {
                String kind = results.get(i).kind();
                throw new FailedException(
                        documents.get(i) + " holds values that no squeeze " + kind + " writes, or that contradict one"
                                + " another: no page can be made of them; run squeeze " + kind + " again",
                        e);
            }
        }
        return ResultsPage.render(results);
    }
}

package dev.squeeze.feature.prices;

import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.PriceArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.unit.UsageException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "prices",
        header = "Show the price lists: what bytes and cores cost, with the unit, source and date of each figure.",
        description = {
            "",
            "Without a name it compares all lists. Your own file names the list that it is based on and overrides some"
                    + " of its figures; pass it with --prices to advise, explain, survey, doctor and watch report."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze prices",
            "  squeeze prices msk",
            "  squeeze prices gcp --yaml > my-prices.yaml",
            "  squeeze prices my-prices.yaml"
        })
public final class PricesCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            arity = "0..1",
            paramLabel = "LIST|FILE",
            completionCandidates = PriceArguments.Names.class,
            description = "aws, gcp, azure, msk, confluent, warpstream, or a YAML file. Default: all built-in lists.")
    @Nullable
    String list;

    @Option(names = "--yaml", description = "Print the list as a YAML file to start from.")
    boolean yaml;

    @Mixin
    CommonArguments common = new CommonArguments();

    public PricesCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (list == null && yaml) {
            throw new UsageException("--yaml prints one list: name it");
        }
        terminal.out().print(list == null ? PriceText.all() : one(list));
        terminal.out().flush();
        return ExitCode.DONE;
    }

    private String one(String nameOrFile) {
        var sheet = PriceList.sheet(nameOrFile);
        return yaml ? PriceYaml.of(sheet, PriceList.base(nameOrFile)) : PriceText.of(sheet);
    }
}

package dev.squeeze.kit.cli;

import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Option;

/** What bytes and cores cost; the engine of predictions reads the list. */
@HelpGroup.In(HelpGroup.WORKLOAD)
public final class PriceArguments {
    @Option(
            names = "--prices",
            paramLabel = "LIST|FILE",
            completionCandidates = Names.class,
            defaultValue = "aws",
            description =
                    "Price list: aws, gcp, azure, msk, confluent, warpstream, or a YAML file; squeeze prices shows them"
                            + " (default: ${DEFAULT-VALUE}).")
    public String prices = "aws";

    /** The lists that come along, as shells offer them. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("aws", "gcp", "azure", "msk", "confluent", "warpstream")
                    .iterator();
        }
    }
}

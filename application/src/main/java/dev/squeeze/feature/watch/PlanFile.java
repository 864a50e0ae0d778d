package dev.squeeze.feature.watch;

import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.kit.document.OtherKindException;
import dev.squeeze.kit.document.ResultReader;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.util.List;

/** Reads the document given with {@code --plan}. */
final class PlanFile {
    private PlanFile() {}

    /** @throws UsageException if the file cannot be read or is not a plan; the message says what to do */
    static PlanResult read(Path file) {
        try {
            return (PlanResult) new ResultReader(List.of(PlanResult.KIND)).read(file);
        } catch (OtherKindException e) {
            throw new UsageException(
                    file + " is not a JSON document of squeeze plan: give a file written by squeeze plan --output"
                            + " FILE.json",
                    e);
        }
    }
}

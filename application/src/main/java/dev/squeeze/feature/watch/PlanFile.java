package dev.squeeze.feature.watch;

import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.kit.document.OtherKindException;
import dev.squeeze.kit.document.ResultReader;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.util.List;

/** The document that {@code --plan} names. */
final class PlanFile {
    private PlanFile() {}

    /** @throws UsageException where the file cannot be read or is no plan; the message says what to do */
    static PlanResult read(Path file) {
        try {
            return (PlanResult) new ResultReader(List.of(PlanResult.KIND)).read(file);
        } catch (OtherKindException e) {
            throw new UsageException(
                    file + " is not a plan's JSON document: give one that squeeze plan --output FILE.json wrote", e);
        }
    }
}

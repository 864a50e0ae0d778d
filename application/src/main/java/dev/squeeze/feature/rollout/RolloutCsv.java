package dev.squeeze.feature.rollout;

import dev.squeeze.feature.rollout.RolloutResult.ChangedTopic;
import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.unit.KebabCase;

/** One row for each topic that was changed. */
final class RolloutCsv {
    private static final CsvColumns<ChangedTopic> COLUMNS = new CsvColumns<ChangedTopic>()
            .with("wave", change -> KebabCase.of(change.wave()))
            .with("topic", ChangedTopic::topic)
            .with("team", ChangedTopic::team)
            .with("client_id", ChangedTopic::clientId)
            .with("codec_before", change -> change.from().codec())
            .with("codec", change -> change.to().codec())
            .with("batch_size", change -> change.to().batchSizeBytes())
            .with("linger_ms", change -> change.to().lingerMillis())
            .interval("promised_bytes_change", "promised_low", "promised_high", ChangedTopic::promised)
            .interval("measured_bytes_change", "measured_low", "measured_high", ChangedTopic::measured)
            .with("expected_records_per_batch", ChangedTopic::expectedDepth)
            .with("records_per_batch_before", ChangedTopic::depthBefore)
            .with("records_per_batch_after", ChangedTopic::depthAfter)
            .with("verdict", ChangedTopic::verdict)
            .with("agreement", change -> KebabCase.of(change.agreement()));

    private RolloutCsv() {}

    static String of(RolloutResult rollout) {
        return COLUMNS.text(rollout.changes());
    }
}

package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.feature.bench.VerificationInfo.VerifiedInfo;
import java.util.Optional;

/**
 * Settings with the result of their live run.
 *
 * @param asMeasured absent if they did not hold the rate, or a CPU time was not visible
 * @param fellBehind whether they ran but did not hold the rate
 */
record MeasuredSettings(PlannedTrial trial, Optional<Prediction> asMeasured, boolean fellBehind, VerifiedInfo info) {}

package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.Verification;
import dev.squeeze.engine.predict.Forecast;
import java.util.List;

/**
 * The prediction for an arm, compared with the measured figures.
 *
 * @param arm its label
 * @param heldRate whether records were sent at the rate at which they were due; if not, nothing is compared
 * @param checks the compared figures
 */
public record ForecastInfo(String arm, boolean heldRate, List<VerificationInfo.CheckInfo> checks) {
    public ForecastInfo {
        checks = List.copyOf(checks);
    }

    public static ForecastInfo of(Forecast forecast, ArmResult arm) {
        boolean held = arm.isValid() && Verification.heldRate(forecast, arm);
        return new ForecastInfo(
                arm.arm().label(),
                held,
                held
                        ? Verification.checks(forecast, arm).stream()
                                .map(VerificationInfo.CheckInfo::of)
                                .toList()
                        : List.of());
    }
}

package dev.squeeze.feature.advise;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.predict.Forecast;
import dev.squeeze.engine.predict.Prediction;

/** Settings to be run live, with their predictions. */
record PlannedTrial(String standing, Prediction predicted, Forecast forecast, Arm arm) {
    PlannedTrial with(Forecast other) {
        return new PlannedTrial(standing, predicted, other, arm);
    }

    /** The same settings, unthrottled. */
    Arm unbounded() {
        return new Arm(
                arm.label() + ", unthrottled", arm.levels(), arm.settings().withProfile(new LoadProfile.ClosedLoop()));
    }
}

package dev.squeeze.feature.survey;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.engine.workers.UnderTest;
import dev.squeeze.engine.workers.Work;
import dev.squeeze.engine.workers.WorkKind;
import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.feature.calibrate.CalibrationFile;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.cli.ConnectionArguments;
import java.util.Optional;

/**
 * Appraises topics of a survey, read from the cluster that the worker was started with, in the same way as a single
 * process.
 */
public final class SurveyWorkKind implements WorkKind {
    private final UnderTest clusters = new UnderTest();
    private Optional<CpuCosts> cpu = Optional.empty();

    @Override
    public String name() {
        return SurveyTask.KIND;
    }

    @Override
    public Work open(JsonNode task, WorkPlace place) {
        SurveyTask survey = SurveyTask.of(task);
        clusters.require(place.underTest(), survey.clusterId(), ConnectionArguments.TIMEOUT);
        SurveyArguments.requireRoom(survey.sampleBytes(), survey.parallel());
        return SurveyWork.begin(survey, costs(), place);
    }

    /** Without a calibration, the machine is measured once, for about a second. */
    private synchronized CpuCosts costs() {
        CpuCosts known = cpu.orElseGet(() -> CpuCosts.of(new CalibrationFile()));
        cpu = Optional.of(known);
        return known;
    }
}

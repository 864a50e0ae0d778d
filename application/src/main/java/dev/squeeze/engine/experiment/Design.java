package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Determines which combinations of the factors are run. The first arm is the baseline of the comparisons. */
public enum Design {
    /** Every combination of levels. */
    FULL_PRODUCT {
        @Override
        List<List<Factor.Level>> combinations(List<Factor> factors) {
            List<List<Factor.Level>> combinations = new ArrayList<>(List.of(List.of()));
            for (Factor factor : factors) {
                List<List<Factor.Level>> longer = new ArrayList<>();
                for (List<Factor.Level> combination : combinations) {
                    for (Factor.Level level : factor.levels()) {
                        longer.add(with(combination, level));
                    }
                }
                combinations = longer;
                requireFew(combinations.size());
            }
            return combinations;
        }
    },
    /** The baseline, with each factor's first level, and one arm for every other level with only that level changed. */
    ONE_AT_A_TIME {
        @Override
        List<List<Factor.Level>> combinations(List<Factor> factors) {
            List<Factor.Level> baseline =
                    factors.stream().map(factor -> factor.levels().get(0)).toList();
            List<List<Factor.Level>> combinations = new ArrayList<>(List.of(baseline));
            for (int changed = 0; changed < factors.size(); changed++) {
                for (Factor.Level level : factors.get(changed)
                        .levels()
                        .subList(1, factors.get(changed).levels().size())) {
                    List<Factor.Level> combination = new ArrayList<>(baseline);
                    combination.set(changed, level);
                    combinations.add(combination);
                    requireFew(combinations.size());
                }
            }
            return combinations;
        }
    };

    /** No budget is sufficient for more arms than this. */
    public static final int MAX_ARMS = 500;

    abstract List<List<Factor.Level>> combinations(List<Factor> factors);

    /**
     * The arms, in the order in which the user gave the levels.
     *
     * @param base the settings that the factors' levels change
     * @throws UsageException if there are more than {@link #MAX_ARMS}
     */
    public List<Arm> arms(List<Factor> factors, LoadSettings base) {
        List<Arm> arms = new ArrayList<>();
        Map<String, Integer> used = new HashMap<>();
        for (List<Factor.Level> combination : combinations(factors)) {
            LoadSettings settings = base;
            Map<String, String> levels = new LinkedHashMap<>();
            List<String> differing = new ArrayList<>();
            for (int i = 0; i < factors.size(); i++) {
                Factor factor = factors.get(i);
                Factor.Level level = combination.get(i);
                settings = level.apply().apply(settings);
                levels.put(factor.name(), level.label());
                if (factor.isVaried()) {
                    differing.add(factor.name().equals("codec") ? level.label() : factor.name() + "=" + level.label());
                }
            }
            String label = differing.isEmpty() ? combination.get(0).label() : String.join(", ", differing);
            int times = used.merge(label, 1, Integer::sum);
            arms.add(new Arm(times == 1 ? label : label + " (" + times + ")", levels, settings));
        }
        return List.copyOf(arms);
    }

    private static List<Factor.Level> with(List<Factor.Level> combination, Factor.Level level) {
        List<Factor.Level> longer = new ArrayList<>(combination);
        longer.add(level);
        return longer;
    }

    private static void requireFew(int arms) {
        if (arms > MAX_ARMS) {
            throw new UsageException(
                    "these factors make more than " + MAX_ARMS + " arms: give fewer values, or --one-at-a-time");
        }
    }
}

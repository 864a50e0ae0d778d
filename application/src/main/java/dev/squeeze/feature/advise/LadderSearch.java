package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Builds the ladder. For each step it searches the settings that save the most, by coarse predictions first and then
 * with their batches formed, and takes the most practical of those that save about as much.
 */
final class LadderSearch {
    /**
     * Settings save about as much as the best of their step if they are within this share of the largest possible
     * saving.
     */
    private static final double ABOUT_AS_MUCH = 0.01;

    /** How much more a rung must save than the one before, as a share of the largest possible saving. */
    private static final double NOTABLY_MORE = 0.01;

    /**
     * gzip costs consumers and producers more than its bytes show, so it must save this much more than any other codec,
     * as a share of the largest possible saving.
     */
    private static final double CLEARLY_MORE = 0.05;

    /**
     * How much further than {@link #ABOUT_AS_MUCH} a coarse saving may be from the largest, as a share of the largest
     * possible saving.
     */
    private static final double COARSE_ERROR = 0.04;

    /** Share of today's cost that another codec must save if today's settings are good already. */
    private static final double WORTH_A_CODEC = 0.05;

    /**
     * Share of the cost by which more practical settings may cost more than settings that keep enough, and still
     * replace them. Otherwise two runs with shares just above and just below the limit would recommend different
     * settings.
     */
    private static final double ABOUT_THE_COST = 0.03;

    /**
     * Share of the largest possible saving that may be given up for batches that do not depend on how a producer
     * starts.
     */
    private static final double FAR_MORE = 0.25;

    private static final int LARGEST = 3;
    private static final int PREFERRED = 2;
    private static final int FORMED_AT_ONCE = 3;
    private static final int MAX_ROUNDS = 12;
    private static final int MAX_PASSES = 4;

    private final Prediction current;
    private final Prediction baseline;
    private final LadderRules rules;
    private final UnaryOperator<Prediction> whole;
    private final Comparator<Prediction> preference;

    /**
     * @param current today's
     * @param baseline records sent uncompressed, from which savings are counted: so users who have already made part of
     *     the change get the same recommendation as those who have not
     * @param whole forms the batches of a coarse prediction
     */
    LadderSearch(Prediction current, Prediction baseline, LadderRules rules, UnaryOperator<Prediction> whole) {
        this.current = current;
        this.baseline = baseline;
        this.rules = rules;
        this.whole = whole;
        this.preference = LadderPreference.of(current.settings(), this::saving);
    }

    Ladder of(Collection<Prediction> coarse) {
        Map<ProducerSettings, Prediction> formed = new LinkedHashMap<>();
        form(finalists(coarse), formed);
        for (int pass = 1; ; pass++) {
            SavingRange range = range(formed.values());
            Ladder ladder = of(coarse, formed, range);
            // Settings that were formed on the way may save more than all before. Then shares refer to a new largest
            // saving, and the threshold rises.
            SavingRange known = range(formed.values());
            if (pass == MAX_PASSES || (known.most() <= range.most() && known.kept() <= range.kept())) {
                return ladder;
            }
        }
    }

    private Ladder of(Collection<Prediction> coarse, Map<ProducerSettings, Prediction> formed, SavingRange range) {
        if (!(range.most() > saving(current))) {
            return Ladder.NONE;
        }
        List<Ladder.Rung> rungs = new ArrayList<>();
        OptionalInt recommended = OptionalInt.empty();
        boolean goodAlready = isGoodAlready(range);
        double saved = saving(current);
        for (Step step : Step.values()) {
            boolean open = recommended.isEmpty() && !goodAlready;
            if (step == Step.LONGER_LINGER && !open
                    || largest(within(step, formed.values(), range)) <= saved + NOTABLY_MORE * range.width()) {
                continue;
            }
            Prediction taken = taken(step, coarse, formed, open, range);
            if (saving(taken) <= saved) {
                continue;
            }
            if ((open && isEnough(taken, within(step, formed.values(), range), range))
                    || (goodAlready && isEasy(step, taken))) {
                recommended = OptionalInt.of(rungs.size());
            }
            // A rung whose batches depend on chance must not hide a later one with the same saving that does not.
            if (rules.settled().test(taken)) {
                saved = saving(taken);
            }
            rungs.add(new Ladder.Rung(step, taken, range.share(saving(taken))));
        }
        return rising(
                rungs,
                recommended.isPresent()
                        ? lowestAsGood(rungs, recommended)
                        : goodAlready ? recommended : last(rungs, range),
                range);
    }

    /** The lowest rung that costs about as much; empty if today's settings do. */
    private OptionalInt lowestAsGood(List<Ladder.Rung> rungs, OptionalInt recommended) {
        Prediction taken = rungs.get(recommended.getAsInt()).prediction();
        return isAsGood(current, taken)
                ? OptionalInt.empty()
                : IntStream.rangeClosed(0, recommended.getAsInt())
                        .filter(i -> rules.settled().test(rungs.get(i).prediction())
                                && isAsGood(rungs.get(i).prediction(), taken))
                        .findFirst();
    }

    private boolean isAsGood(Prediction one, Prediction taken) {
        return money(one) <= (1 + ABOUT_THE_COST) * money(taken);
    }

    /** Removes rungs that change more and save less than an earlier one, except the recommended one. */
    private Ladder rising(List<Ladder.Rung> rungs, OptionalInt recommended, SavingRange range) {
        List<Ladder.Rung> rising = new ArrayList<>();
        OptionalInt taken = OptionalInt.empty();
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < rungs.size(); i++) {
            double saved = saving(rungs.get(i).prediction());
            boolean isRecommended = recommended.isPresent() && recommended.getAsInt() == i;
            if (isRecommended) {
                taken = OptionalInt.of(rising.size());
            }
            if (isRecommended || saved >= most - ABOUT_AS_MUCH * range.width()) {
                rising.add(rungs.get(i));
            }
            most = Math.max(most, saved);
        }
        return new Ladder(rising, Math.max(0, range.share(saving(current))), taken);
    }

    private void form(Collection<Prediction> coarse, Map<ProducerSettings, Prediction> formed) {
        coarse.parallelStream().map(whole).toList().forEach(one -> formed.put(one.settings(), one));
    }

    /**
     * Chooses the settings of a step. More practical settings that were not among the finalists get their batches
     * formed too, unless coarse predictions rule them out: otherwise the errors of the coarse predictions would decide.
     */
    private Prediction taken(
            Step step,
            Collection<Prediction> coarse,
            Map<ProducerSettings, Prediction> formed,
            boolean open,
            SavingRange range) {
        for (int round = 0; ; round++) {
            List<Prediction> within = within(step, formed.values(), range);
            Prediction taken = taken(within, open, range);
            double least = open && range.isEnough(saving(taken))
                    ? range.kept()
                    : largest(within) - ABOUT_AS_MUCH * range.width();
            Map<Codec, Double> corrections = corrections(coarse, formed);
            List<Prediction> unknown = within(step, coarse, range).stream()
                    .filter(one -> !formed.containsKey(one.settings()))
                    .filter(one -> preference.compare(one, taken) < 0)
                    .filter(one -> saving(one) - (corrections.getOrDefault(codec(one), 1.0) - 1) * bytesMoney(one)
                            >= least - COARSE_ERROR / 2 * range.width())
                    .sorted(preference)
                    .filter(firstOfCodecAndLinger())
                    .limit(FORMED_AT_ONCE)
                    .toList();
            if (unknown.isEmpty() || round == MAX_ROUNDS) {
                return open && range.isEnough(saving(taken)) ? preferredAsGood(within, taken) : taken;
            }
            form(unknown, formed);
        }
    }

    private Prediction preferredAsGood(List<Prediction> within, Prediction taken) {
        return settled(within).stream()
                .filter(one -> isAsGood(one, taken))
                .min(preference)
                .orElse(taken);
    }

    /**
     * By codec, how many times the cost of a coarse prediction's bytes their formed batches cost. Coarse predictions
     * use a part of the sample; if little can be saved, their error would be a large part of the saving.
     */
    private static Map<Codec, Double> corrections(
            Collection<Prediction> coarse, Map<ProducerSettings, Prediction> formed) {
        return coarse.stream()
                .filter(one -> formed.containsKey(one.settings()) && bytesMoney(one) > 0)
                .collect(Collectors.groupingBy(
                        LadderSearch::codec,
                        Collectors.averagingDouble(
                                one -> bytesMoney(formed.getOrDefault(one.settings(), one)) / bytesMoney(one))));
    }

    private static Codec codec(Prediction prediction) {
        return prediction.settings().storedCodec();
    }

    private static double bytesMoney(Prediction prediction) {
        return prediction.resources().bytesMoney();
    }

    /** @param open whether no rung is recommended yet: then settings that keep enough are preferred */
    private Prediction taken(List<Prediction> within, boolean open, SavingRange range) {
        List<Prediction> enough = open ? enough(within, range) : List.of();
        return enough.isEmpty()
                ? preferredOf(within, largest(within) - ABOUT_AS_MUCH * range.width())
                : preferredOf(enough, Double.NEGATIVE_INFINITY);
    }

    /**
     * Whether today's settings should stay. Recommended settings may cost slightly more than those that keep enough, so
     * today's may too: otherwise the noise of the next run would ask users who followed the last recommendation to
     * change again.
     */
    private boolean isGoodAlready(SavingRange range) {
        return money(current) <= (1 + ABOUT_THE_COST) * (money(baseline) - range.kept());
    }

    private SavingRange range(Collection<Prediction> predictions) {
        return SavingRange.of(
                money(baseline),
                saving(current),
                most(predictions, Step.LARGEST_SAVING),
                most(predictions, Step.BATCHES),
                rules.keep());
    }

    /** The largest saving up to a step; today's if no settings are within it. */
    private double most(Collection<Prediction> predictions, Step last) {
        return predictions.stream()
                .filter(one -> Arrays.stream(Step.values())
                        .anyMatch(step -> step.compareTo(last) <= 0 && rules.mayBeOn(step, one, current)))
                .mapToDouble(this::saving)
                .max()
                .orElse(saving(current));
    }

    /** If little is left to save, another codec alone is still worth it if it saves enough of today's cost. */
    private boolean isEasy(Step step, Prediction taken) {
        return step == Step.CODEC
                && isAnotherCodec(taken.settings(), current.settings())
                && rules.settled().test(taken)
                && money(taken) <= (1 - WORTH_A_CODEC) * money(current);
    }

    /**
     * Whether producers send another codec or brokers store another one; another level of the same codec does not
     * count.
     */
    private static boolean isAnotherCodec(ProducerSettings settings, ProducerSettings today) {
        return settings.codec().type() != today.codec().type()
                || settings.storedCodec().type() != today.storedCodec().type();
    }

    /** Whether settings keep enough, or cost about as much as others of their step that do. */
    private boolean isEnough(Prediction taken, List<Prediction> within, SavingRange range) {
        return rules.settled().test(taken)
                && (range.isEnough(saving(taken))
                        || enough(within, range).stream().anyMatch(one -> isAsGood(taken, one)));
    }

    /** Settings that keep enough. */
    private List<Prediction> enough(List<Prediction> within, SavingRange range) {
        return settled(within).stream()
                .filter(one -> range.isEnough(saving(one)))
                .toList();
    }

    private List<Prediction> settled(List<Prediction> predictions) {
        return predictions.stream().filter(rules.settled()).toList();
    }

    /** The last settled rung, unless the codec alone, whose batches depend on the start, saves far more. */
    private OptionalInt last(List<Ladder.Rung> rungs, SavingRange range) {
        double most = rungs.stream()
                .mapToDouble(rung -> saving(rung.prediction()))
                .max()
                .orElse(0);
        OptionalInt settled = IntStream.iterate(rungs.size() - 1, i -> i >= 0, i -> i - 1)
                .filter(i -> rules.settled().test(rungs.get(i).prediction()))
                .filter(i -> saving(rungs.get(i).prediction()) >= most - FAR_MORE * range.width())
                .findFirst();
        return settled.isPresent()
                ? settled
                : IntStream.range(0, rungs.size())
                        .filter(i -> saving(rungs.get(i).prediction()) >= most)
                        .findFirst();
    }

    /** Settings that may be on the ladder, by coarse predictions. */
    private Collection<Prediction> finalists(Collection<Prediction> coarse) {
        Map<ProducerSettings, Prediction> finalists = new LinkedHashMap<>();
        SavingRange range = range(coarse);
        double kept = Math.max(range.most() - (1 - rules.keep()) * range.width(), range.kept());
        for (Step step : Step.values()) {
            List<Prediction> within = within(step, coarse, range);
            Stream.of(
                            largestSavings(within),
                            preferred(within, largest(within) - (ABOUT_AS_MUCH + COARSE_ERROR) * range.width()),
                            preferred(within, kept),
                            preferred(within, kept - COARSE_ERROR / 2 * range.width()))
                    .flatMap(chosen -> chosen)
                    .filter(one -> saving(one) > saving(current))
                    .forEach(one -> finalists.put(one.settings(), one));
        }
        return finalists.values();
    }

    /**
     * Settings that differ only in a {@code batch.size} that no batch fills save the same, so only the smallest of them
     * is kept.
     */
    private Stream<Prediction> largestSavings(List<Prediction> within) {
        Set<List<Object>> seen = new HashSet<>();
        return within.stream()
                .sorted(Comparator.comparingDouble(this::saving).reversed().thenComparing(preference))
                .filter(one -> seen.add(
                        List.of(one.settings().storedCodec(), one.settings().lingerMillis(), saving(one))))
                .limit(LARGEST);
    }

    private Stream<Prediction> preferred(List<Prediction> within, double saving) {
        return within.stream()
                .filter(one -> saving(one) >= saving)
                .sorted(preference)
                .filter(firstOfCodecAndLinger())
                .limit(PREFERRED);
    }

    /**
     * Accepts one of the settings that differ only in {@code batch.size}: of sizes that hardly any batch reaches, one
     * is enough.
     */
    private static Predicate<Prediction> firstOfCodecAndLinger() {
        Set<List<Object>> seen = new HashSet<>();
        return one ->
                seen.add(List.of(one.settings().storedCodec(), one.settings().lingerMillis()));
    }

    private double largest(Collection<Prediction> predictions) {
        return predictions.stream().mapToDouble(this::saving).max().orElse(Double.NEGATIVE_INFINITY);
    }

    /** Settings that a step may lead to; gzip only if it is clearly better. */
    private List<Prediction> within(Step step, Collection<Prediction> predictions, SavingRange range) {
        return withoutGzip(
                predictions.stream()
                        .filter(one -> rules.mayBeOn(step, one, current))
                        .filter(one -> !one.settings().equals(current.settings()))
                        .toList(),
                range);
    }

    private List<Prediction> withoutGzip(List<Prediction> predictions, SavingRange range) {
        if (current.settings().storedCodec().type() == CodecType.GZIP) {
            return predictions;
        }
        Map<Boolean, List<Prediction>> byGzip = predictions.stream()
                .collect(Collectors.partitioningBy(
                        one -> one.settings().storedCodec().type() == CodecType.GZIP, Collectors.toList()));
        List<Prediction> others = byGzip.getOrDefault(false, List.of());
        double clearly = largest(others) + CLEARLY_MORE * range.width();
        return Stream.concat(
                        others.stream(),
                        byGzip.getOrDefault(true, List.of()).stream().filter(gzip -> saving(gzip) > clearly))
                .toList();
    }

    private Prediction preferredOf(List<Prediction> predictions, double saving) {
        return predictions.stream()
                .filter(one -> saving(one) >= saving)
                .min(preference)
                .orElseThrow();
    }

    private double saving(Prediction prediction) {
        return money(baseline) - money(prediction);
    }

    private double money(Prediction prediction) {
        return rules.money().applyAsDouble(prediction);
    }
}

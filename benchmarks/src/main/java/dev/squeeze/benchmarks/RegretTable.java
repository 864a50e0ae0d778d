package dev.squeeze.benchmarks;

import dev.squeeze.benchmarks.RegretSearch.Priced;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.PairedComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** How much of the possible saving was achieved by following the advice, for each workload and over all of them. */
final class RegretTable {

    private final List<Regret> regrets = new ArrayList<>();

    /**
     * The result of one workload.
     *
     * @param leftAlone whether today's settings were recommended
     * @param recommended the recommended settings' result
     * @param best the best of the settings that were run with it, including itself
     * @param quotient cost of the recommended settings divided by that of the best, with an interval at 95 %
     * @param kept share of the best settings' saving over today's that the recommended ones achieve, with an interval
     *     at 95 %; absent if today's settings were recommended, are the best, or failed
     * @param screened number of settings that were tried before
     * @param notKnown how many of them failed or did not sustain the rate
     */
    record Regret(
            RegretWorkload workload,
            boolean leftAlone,
            Priced recommended,
            Priced best,
            ConfidenceInterval quotient,
            Optional<ConfidenceInterval> kept,
            int screened,
            int notKnown) {

        /**
         * Compares in the rounds that all have. In each round the best is the one that is cheapest in the OTHER rounds,
         * so that it is not chosen for its luck in that round.
         *
         * @return empty if the recommended settings failed or did not sustain the rate, or too few rounds are left
         */
        static Optional<Regret> of(RegretWorkload workload, boolean leftAlone, RegretSearch.Outcome outcome) {
            List<Priced> known =
                    outcome.finalists().stream().filter(Priced::isKnown).toList();
            Priced recommended = outcome.finalists().get(0);
            TreeSet<Integer> rounds = new TreeSet<>(recommended.moneyByRound().keySet());
            known.forEach(priced -> rounds.retainAll(priced.moneyByRound().keySet()));
            if (rounds.size() < PairedComparison.MIN_ROUNDS) {
                return Optional.empty();
            }
            double[] own = new double[rounds.size()];
            double[] cheapest = new double[rounds.size()];
            double[] today = new double[rounds.size()];
            int at = 0;
            for (int round : rounds) {
                own[at] = recommended.moneyByRound().get(round);
                today[at] = outcome.today().moneyByRound().getOrDefault(round, 0.0);
                cheapest[at++] = cheapest(known, rounds, other -> other != round)
                        .moneyByRound()
                        .get(round);
            }
            return Optional.of(new Regret(
                    workload,
                    leftAlone,
                    recommended,
                    cheapest(known, rounds, round -> true),
                    PairedComparison.of(own, cheapest, 1).ratio(),
                    kept(today, own, cheapest),
                    outcome.screened(),
                    outcome.notKnown()));
        }

        /** Empty if there is no saving in some round. */
        private static Optional<ConfidenceInterval> kept(double[] today, double[] own, double[] cheapest) {
            double[] saved = less(today, own);
            double[] most = less(today, cheapest);
            return DoubleStream.concat(DoubleStream.of(saved), DoubleStream.of(most))
                            .allMatch(saving -> saving > 0)
                    ? Optional.of(PairedComparison.of(saved, most, 1).ratio())
                    : Optional.empty();
        }

        private static double[] less(double[] today, double[] then) {
            return IntStream.range(0, then.length)
                    .mapToDouble(round -> today[round] - then[round])
                    .toArray();
        }

        private static Priced cheapest(List<Priced> known, TreeSet<Integer> rounds, Predicate<Integer> counts) {
            Priced cheapest = known.get(0);
            double least = Double.MAX_VALUE;
            for (Priced priced : known) {
                double sum = rounds.stream()
                        .filter(counts)
                        .mapToDouble(round -> Math.log(priced.moneyByRound().get(round)))
                        .sum();
                if (sum < least) {
                    least = sum;
                    cheapest = priced;
                }
            }
            return cheapest;
        }

        double relative() {
            return quotient.estimate() - 1;
        }
    }

    void add(Regret regret) {
        regrets.add(regret);
    }

    String render() {
        StringBuilder text = new StringBuilder("\n## By workload\n\n");
        Table table = new Table(
                6,
                "data",
                "rate",
                "keys",
                "partitions",
                "recommended",
                "best found",
                "cost per month",
                "of the best",
                "regret %",
                "95 %",
                "saving kept %",
                "95 %",
                "n",
                "tried");
        regrets.forEach(regret -> table.row(
                regret.workload().data(),
                regret.workload().cell().rate() + ", "
                        + Table.number("%,.0f/s", regret.workload().recordsPerSecond()),
                regret.workload().cell().keyed() ? "yes" : "no",
                String.valueOf(regret.workload().cell().partitions()),
                words(regret.recommended().settings()) + (regret.leftAlone() ? " (left as it is)" : ""),
                regret.best().settings().equals(regret.recommended().settings())
                        ? "the same"
                        : words(regret.best().settings()),
                Table.number("%,.2f", regret.recommended().meanMoney()),
                Table.number("%,.2f", regret.best().meanMoney()),
                Table.percent(regret.relative()),
                Table.number(
                        "%.2f to %.2f",
                        100 * (regret.quotient().low() - 1),
                        100 * (regret.quotient().high() - 1)),
                regret.kept()
                        .map(kept -> Table.number("%.1f", 100 * kept.estimate()))
                        .orElse("-"),
                regret.kept()
                        .map(kept -> Table.number("%.1f to %.1f", 100 * kept.low(), 100 * kept.high()))
                        .orElse("-"),
                String.valueOf(regret.quotient().n()),
                String.valueOf(regret.screened())));
        text.append(table.render()).append("\n## All\n\n");
        Table all = new Table(
                1,
                "workloads",
                "n",
                "saving kept: median %",
                "10th percentile %",
                "least %",
                "regret: median %",
                "p90 %");
        row(all, "all", regret -> true);
        row(all, "where today's settings were to be left", Regret::leftAlone);
        for (RegretWorkload.Rate rate : RegretWorkload.Rate.values()) {
            row(all, "at " + rate, regret -> regret.workload().cell().rate() == rate);
        }
        return text.append(all.render()).toString();
    }

    private void row(Table table, String name, Predicate<Regret> which) {
        double[] kept = regrets.stream()
                .filter(which)
                .flatMap(regret -> regret.kept().stream())
                .mapToDouble(ConfidenceInterval::estimate)
                .sorted()
                .toArray();
        double[] ascending = regrets.stream()
                .filter(which)
                .mapToDouble(Regret::relative)
                .sorted()
                .toArray();
        if (ascending.length > 0) {
            table.row(
                    name,
                    String.valueOf(ascending.length),
                    share(kept, 0.5),
                    share(kept, 0.1),
                    share(kept, 0),
                    Table.percent(Quantile.of(ascending, 0.5)),
                    Table.percent(Quantile.of(ascending, 0.9)));
        }
    }

    private static String share(double[] ascending, double quantile) {
        return ascending.length == 0 ? "-" : Table.number("%.1f", 100 * Quantile.of(ascending, quantile));
    }

    private static String words(ProducerSettings settings) {
        return settings.codec() + " " + (settings.batchSizeBytes() >> 10) + " KiB " + settings.lingerMillis() + " ms";
    }

    String csv() {
        StringBuilder text = new StringBuilder(
                "data,rate,records_per_second,keyed,partitions,left_alone,recommended,best,recommended_cost,best_cost,regret,low,"
                        + "high,kept,kept_low,kept_high,n,tried,not_held\n");
        regrets.forEach(regret -> text.append(String.format(
                Locale.ROOT,
                "%s,%s,%.6g,%s,%d,%s,\"%s\",\"%s\",%.6g,%.6g,%.5f,%.5f,%.5f,%s,%d,%d,%d%n",
                regret.workload().data(),
                regret.workload().cell().rate(),
                regret.workload().recordsPerSecond(),
                regret.workload().cell().keyed(),
                regret.workload().cell().partitions(),
                regret.leftAlone(),
                regret.recommended().settings(),
                regret.best().settings(),
                regret.recommended().meanMoney(),
                regret.best().meanMoney(),
                regret.relative(),
                regret.quotient().low() - 1,
                regret.quotient().high() - 1,
                regret.kept()
                        .map(kept -> Table.number("%.5f,", kept.estimate())
                                + Table.number("%.5f,%.5f", kept.low(), kept.high()))
                        .orElse(",,"),
                regret.quotient().n(),
                regret.screened(),
                regret.notKnown())));
        return text.toString();
    }
}

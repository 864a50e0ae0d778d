package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.CostFormula;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.feature.advise.AdviseFixtures;
import dev.squeeze.feature.advise.AdviseResult;
import dev.squeeze.feature.advise.OtherRate;
import dev.squeeze.feature.advise.Recommendation;
import dev.squeeze.kit.document.Figures;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The costs on a page of advice, recomputed from a reader's input by a real browser. */
class WhatIfInBrowserTest extends BrowserPages {
    @Test
    void whatIfFiguresAreThoseOfTheCostModel() throws IOException {
        AdviseResult result = AdviseFixtures.change();
        open("advise-change", 1000);
        Workload base = result.workload();
        Prices prices = result.prices();
        compare(result, base, prices, "");
        compare(result, withRate(base, 50_000), prices, "set('records_per_second', 50000)");
        compare(result, withRate(base, 100_000), prices, "set('records_per_second', 100000)");
        compare(
                result,
                workload(base, 100_000, 5, 7, Duration.ofHours(36), 1),
                prices,
                "set('replication_factor', 5); set('consumer_groups', 7); set('retention_seconds', 36); set('zones', 1)");
        compare(
                result,
                workload(base, 2 * base.recordsPerSecond(), 2, 0, Duration.ofHours(1), 4),
                new Prices(
                        "",
                        prices.currency(),
                        "",
                        "",
                        0.013,
                        0.2,
                        0.8,
                        0.1,
                        0.35,
                        true,
                        Prices.BilledOn.UNCOMPRESSED,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                "set('records_per_second', 138888.8); set('replication_factor', 2); set('consumer_groups', 0);"
                        + " set('retention_seconds', 1); set('zones', 4); set('zone_price', 0.013); set('disk_price', 0.2);"
                        + " set('disk_utilisation', 0.8); set('vcpu_price', 0.1); set('cpu_utilisation', 0.35);"
                        + " tick('follower_fetching'); tick('billed_uncompressed')");

        compare(
                result,
                workload(base, base.recordsPerSecond(), 5, base.consumerGroups(), base.retention(), 2),
                prices,
                "document.getElementById('what-if-reset').click(); set('replication_factor', 5); set('zones', 2)");

        browser.evaluate("document.getElementById('what-if-reset').click()");

        compare(result, base, prices, "");
        compare(
                result,
                base.withLocalRetention(Duration.ofHours(6)),
                prices.withService(new Prices.Service(false, false, 0.05, 0.04))
                        .withObjectStore(new Prices.ObjectStore(0.023, 0.005)),
                "tick('tiered'); set('local_retention_seconds', 6); set('object_price', 0.023); set('write_price', 0.005);"
                        + " set('ingress_price', 0.05); set('egress_price', 0.04); untick('replication_billed');"
                        + " untick('replicas_billed')");
    }

    private static void compare(AdviseResult result, Workload workload, Prices prices, String changes) {
        browser.evaluate("""
                (() => {
                  const field = name => document.getElementById('knob-' + name);
                  const said = f => f.dispatchEvent(new Event('input', {bubbles: true}));
                  const set = (name, value) => { const f = field(name); f.value = value; said(f); };
                  const tick = name => { const f = field(name); f.checked = true; said(f); };
                  const untick = name => { const f = field(name); f.checked = false; said(f); };
                  %s
                })()
                """.formatted(changes));
        for (int column = 0; column < 2; column++) {
            Map<String, Double> held = simulated(result, column, workload.recordsPerSecond());
            ResourceEstimate expected = new CostModel(workload, prices)
                    .estimate(
                            new BatchFill(held.get("records_per_batch"), 1, true, 0),
                            held.get("ratio"),
                            held.get("compress_nanos"),
                            held.get("decompress_nanos"));
            close(column, "wire_gb", expected.wireGigabytesPerMonth());
            close(column, "zone_gb", expected.crossZoneGigabytesPerMonth());
            close(column, "disk_gb", expected.diskGigabytes());
            close(column, "producer_cores", expected.producerCores());
            close(column, "broker_cores", expected.brokerCores());
            close(column, "consumer_cores", expected.consumerCores());
            close(column, "zone_money", expected.zoneMoney());
            close(column, "disk_money", expected.diskMoney());
            close(column, "cpu_money", expected.cpuMoney());
            close(column, "vendor_money", expected.vendorMoney());
            close(column, "object_gb", expected.objectStoreGigabytes());
            close(column, "object_money", expected.objectStoreMoney());
            close(column, "money", expected.money());
        }
    }

    /** Between the rates of the fixture, half and twice the given rate. */
    private static Map<String, Double> simulated(AdviseResult result, int column, double rate) {
        Recommendation advice = result.recommendation();
        Workload base = result.workload();
        Map<String, Double> here = CostFormula.inputs(base, column == 0 ? advice.current() : advice.recommended());
        double times = rate / base.recordsPerSecond();
        OtherRate other = advice.otherRates().orElseThrow().get(times < 1 ? 0 : 1);
        Map<String, Double> there = CostFormula.inputs(
                withRate(base, other.factor() * base.recordsPerSecond()), column == 0 ? other.current() : other.best());
        double share = Math.log(times) / Math.log(other.factor());
        Map<String, Double> between = new TreeMap<>();
        here.forEach((name, value) -> between.put(name, value * Math.pow(there.get(name) / value, share)));
        return between;
    }

    private static void close(int column, String formula, double expected) {
        String cell = "document.querySelector('[data-formula=" + formula + "]').cells[" + (column + 1) + "]";
        assertThat(Double.parseDouble(browser.evaluate(cell + ".dataset.exact").asText()))
                .as(formula)
                .isCloseTo(expected, within(1e-9 * Math.max(1e-9, Math.abs(expected))));
        assertThat(browser.evaluate(cell + ".textContent").asText()).as(formula).isEqualTo(Figures.number(expected));
    }

    private static Workload withRate(Workload base, double rate) {
        return base.withRecordsPerSecond(rate);
    }

    private static Workload workload(
            Workload base, double rate, int replicas, int groups, Duration retention, int zones) {
        return base.withRecordsPerSecond(rate)
                .withBrokers(base.brokers(), replicas)
                .withConsumerGroups(groups)
                .withRetention(retention)
                .withZones(zones);
    }

    @Test
    void ratesThatWereNotSimulatedAreOutOfRange() throws IOException {
        open("advise-change", 1000);
        String money = "document.querySelector('[data-formula=money]').cells[1].textContent";
        String before = browser.evaluate(money).asText();

        browser.evaluate("(() => { const f = document.getElementById('knob-records_per_second'); f.value = '140000';"
                + " f.dispatchEvent(new Event('input')); })()");

        assertThat(browser.evaluate(money).asText()).isEqualTo(before);
        assertThat(browser.evaluate("document.getElementById('knob-records_per_second').getAttribute('aria-invalid')")
                        .asText())
                .isEqualTo("true");
    }

    @Test
    void aFigureOutOfItsRangeIsMarkedAndChangesNothing() throws IOException {
        open("advise-change", 1000);
        String money = "document.querySelector('[data-formula=money]').cells[1].textContent";
        String before = browser.evaluate(money).asText();

        browser.evaluate(
                "(() => { const f = document.getElementById('knob-zones'); f.value = '0'; f.dispatchEvent(new Event('input')); })()");

        assertThat(browser.evaluate(money).asText()).isEqualTo(before);
        assertThat(browser.evaluate("document.getElementById('knob-zones').getAttribute('aria-invalid')")
                        .asText())
                .isEqualTo("true");
        assertThat(browser.evaluate("document.getElementById('what-if-trouble').hidden")
                        .asBoolean())
                .isFalse();
    }
}

package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.internal.kahm.SubmodelSummary;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.testing.TestModels;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that {@code inspect} prints of models whose parts are given. */
class InspectCommandTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("m.safetensors");
  }

  private static Model whole() {
    return TestModels.smallVanDerPol().toBuilder()
        .alarms(TestModels.alarms(2))
        .calibration(
            new Calibration(
                0.5,
                0.995,
                0.95,
                1000,
                400,
                0.005,
                0.25,
                List.of(new NormalRange("novelty", 0.1, 0.2, 30, 60)),
                new VariationLimits(
                    0.01,
                    List.of(new VariationLimits.Limit(20, 0.3)),
                    List.of(new VariationLimits.Limit(5, 0.1), new VariationLimits.Limit(9, 0.2)))))
        .provenance(Map.of("input", "x.csv", "by", "ann"))
        .ancestry(
            List.of(
                new Ancestor(
                    "abc", "pump-a", "1", "2", 30, "bob", "gear", "today", Optional.empty()),
                new Ancestor(
                    "def", "", "row 1", "row 9", 9, "ann", "belt", "later", Optional.of("rush"))))
        .build();
  }

  private Cli inspect(Model model, String option) throws Exception {
    ModelFile.write(model, file);
    Cli cli = Cli.words(("inspect " + option).strip(), file);
    assertThat(cli.code()).as(cli.err()).isZero();
    return cli;
  }

  private static String norm(Model model) {
    return String.format(Locale.ROOT, "%.6g", MatrixNorms.spectralNorm(model.closure()));
  }

  @Test
  void everythingInAModelIsPrintedLineByLine() throws Exception {
    Model model = whole();

    assertThat(inspect(model, "").out())
        .isEqualTo(
            """
            %s
              fingerprint      %s
              sensors          q, p
              state            the present reading
              classes          3 with [44, 31, 45] reference states
              omega, tau       4.0, 1.0E-6
              conventions      scaling none, far field paper, regularization authors
              submodels        6 of about 20 reference states, 120 of 120 states in all
              closure          spectral norm %s, step size 0.1
              coordinates      variance 0.200000 of the fitting data
              forecasts        in sensor units for horizons [1, 5]
              novelty          threshold 0.500000, from 1000 rows with an effective sample size of 400; 0.0050 of normal rows expected above it
              alarms           thresholds, run length and effective sample size
                               novelty: threshold 0.876, at most 0.5 %% of normal rows expected above it
                               relations of 2 sensors: threshold 7.29, at most 0.5 %% of normal rows expected above it
                               single sensors: off, this model does not watch them
                               set for one false alarm every 100,000 rows on average for a stream, all alarms together, if later rows are like these
                               an alarm ends when rows are normal again: novelty after about 20 rows, relations after 20 rows
                               slowest sensor s0: the training recording of 500 rows has an effective sample size of 50.0 rows for it, and of 40.0 for the slowest movement that sensors share, or for their noise
                               smallest variance of a direction, as a share of the largest: 0.001
              CAUTION          Single sensors are not watched: a sensor that stands still, drifts or scatters is noticed only where it disturbs the others. The recording did not admit it, and fit said why, or the model was fitted by an earlier version: fit it again.
              CAUTION          Because an alarm is off, streams of this model are shown as Not watched, never as Normal.
              normal ranges    over 30 windows of 60 pairs (6 %% of new normal windows are expected outside each):
                               relative error E_novelty 0.100 to 0.200
              low variation    makes a window OUT_OF_MAP, also 1.0 %% of normal ones (thresholds for windows of 20 pairs, and of 5 to 9 episodes or streams; longer ones use the threshold of the longest and are affected less often)
              fitted on        120 transitions
                by             ann
                input          x.csv
            accepted today by bob: 30 readings of pump-a from 1 to 2, because gear; parent abc
            accepted later by ann: 9 readings from row 1 to row 9, because belt; parent def; forced: rush
            """
                .formatted(file, model.map().fingerprint(), norm(model)));
  }

  @Test
  void whatAModelDoesNotHaveIsNotPrinted() throws Exception {
    Model model = TestModels.smallVanDerPol();
    Model bare = TestModels.bareOf(model).build();

    assertThat(inspect(bare, "").out().lines().skip(9).map(String::strip))
        .startsWith(
            "coordinates      variance 0.200000 of the fitting data",
            "forecasts        in sensor units for horizons []",
            "novelty          no threshold, no rows were held out")
        .endsWith("fitted on        120 transitions")
        .noneMatch(
            line ->
                line.startsWith("alarms")
                    || line.startsWith("normal ranges")
                    || line.startsWith("low variation"));
    JsonNode json = inspect(bare, "--json").json();
    for (String absent : List.of("calibration", "alarms")) {
      assertThat(json.has(absent)).as(absent).isFalse();
    }
  }

  @Test
  void aStateOfSeveralReadingsInUnitsOfItsStreamIsDescribed() throws Exception {
    Model fleet = TestModels.smallFleet();

    assertThat(inspect(fleet, "").out())
        .contains(
            "  state            2 consecutive readings of every sensor, in units of the stream's"
                + " own first 60 readings\n",
            "  low variation    not looked for, too few held-out rows\n")
        .doesNotContain("  normal ranges ");
    JsonNode json = inspect(fleet, "--json").json();
    assertThat(json.path("delays").asInt()).isEqualTo(2);
    assertThat(json.path("scaling").path("rows").asInt()).isEqualTo(60);
    for (int i = 0; i < 4; i++) {
      assertThat(json.path("scaling").path("mean").path(i).asDouble())
          .isEqualTo(fleet.map().scaling().mean()[i]);
      assertThat(json.path("scaling").path("scale").path(i).asDouble())
          .isEqualTo(fleet.map().scaling().scale()[i]);
    }
  }

  @Test
  void withoutRelationsTheReasonStandsInTheirPlace() throws Exception {
    Alarms alarms =
        new Alarms(
            TestModels.alarms(2).novelty(),
            new Coverage("q", 500, 50, 5),
            Optional.empty(),
            "too few rows");
    Model model = TestModels.smallVanDerPol().toBuilder().alarms(alarms).build();

    JsonNode json = inspect(model, "--json").json().path("alarms");
    assertThat(json.path("refusal").asText()).isEqualTo("too few rows");
    assertThat(json.has("relations")).isFalse();
    assertThat(json.path("coverage"))
        .hasToString(
            "{\"sensor\":\"q\",\"rows\":500,\"independentRows\":50.0,"
                + "\"independentRowsOfCombinations\":5.0,\"provisional\":true}");
    assertThat(inspect(model, "").out()).doesNotContain("smallest variance of a direction");
  }

  @Test
  void everythingInAModelIsPrintedAsJson() throws Exception {
    Model model = whole();
    StringBuilder submodels = new StringBuilder();
    for (SubmodelSummary one : model.map().submodels()) {
      submodels
          .append(submodels.isEmpty() ? "" : ",")
          .append(
              "{\"class\":%d,\"block\":%d,\"references\":%d,\"encodingDimension\":%d,\"meanSquare\":%s,\"lambda\":%s,\"iterations\":%d}"
                  .formatted(
                      one.classIndex(),
                      one.block(),
                      one.references(),
                      one.encodingDimension(),
                      one.meanSquare(),
                      one.lambda(),
                      one.iterations()));
    }
    String expected =
        """
        {"fingerprint":"%s","sensors":["q","p"],"classes":3,"omega":4.0,"tau":1.0E-6,"block":20,
        "farField":"paper","regularization":"authors",
        "scaling":{"kind":"none","mean":[0.0,0.0],"scale":[1.0,1.0]},
        "delays":1,"classCounts":[44,31,45],"beta":0.1,"closureNorm":%s,"coordinateVariance":0.2,
        "readoutHorizons":[1,5],"fittingTransitions":120,
        "calibration":{"noveltyLimit":0.5,"quantile":0.995,"rows":1000,"expectedRate":0.005,
        "retainedVariationLow":0.25,"confidence":0.95,"effectiveRows":400.0,
        "ranges":[{"quantity":"novelty","low":0.1,"high":0.2,"windows":30,"pairs":60,
        "expectedRate":%s}],
        "variation":{"level":0.01,"ofPairs":[{"size":20,"low":0.3}],
        "ofUnits":[{"size":5,"low":0.1},{"size":9,"low":0.2}]}},
        "alarms":{"novelty":{"limit":%s,"quantile":0.995,"rows":500,"blocks":5,"shift":%s,
        "within":0.17,"memory":1.2},
        "coverage":{"sensor":"s0","rows":500,"independentRows":50.0,
        "independentRowsOfCombinations":40.0,"provisional":false},
        "relations":{"limit":%s,"quantile":0.995,"rows":500,"blocks":5,"shift":%s,
        "within":0.35,"memory":1.2,"sensors":2,"floor":0.001}},
        "provenance":{"by":"ann","input":"x.csv"},
        "ancestry":[{"parent":"abc","stream":"pump-a","from":"1","to":"2","rows":30,"who":"bob",
        "why":"gear","when":"today"},{"parent":"def","stream":"","from":"row 1","to":"row 9",
        "rows":9,"who":"ann","why":"belt","when":"later","forced":"rush"}],
        "submodels":[%s]}
        """
            .formatted(
                model.map().fingerprint(),
                MatrixNorms.spectralNorm(model.closure()),
                // One of 31 new windows below all and one above.
                2 / 31.0,
                TestModels.alarms(2).novelty().limit(),
                TestModels.alarms(2).novelty().shift(),
                TestModels.alarms(2).relations().orElseThrow().normal().limit(),
                TestModels.alarms(2).relations().orElseThrow().normal().shift(),
                submodels);

    assertThat(inspect(model, "--json").json()).isEqualTo(new ObjectMapper().readTree(expected));
  }
}

package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.testing.Components;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every field of a topology file decides what it is said to decide: files without a default value
 * anywhere, and what each must make of the settings of a monitor. A setting that no file here sets
 * fails, and so does a field that sets nothing.
 */
class EverySettingTest {
  private static final Model MODEL = TestTopology.MIXED_MODEL;

  /** A file and the settings that differ from those of a file that says as little as it may. */
  private record Given(String name, String yaml, Map<String, Object> differing) {
    TopologyConfig config() {
      return read(yaml);
    }

    Map<String, Object> settings() {
      return Components.of(blueprint(config()).settings());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static final Given SHORTEST =
      new Given(
          "shortest",
          """
        name: wired
        model: {file: unused}
        input: {state: [q, p], episode: run}
        certificates: {sampling: episodes, tolerance: 0.4}
        """,
          Map.of());

  private static final Given EPISODES =
      new Given(
          "episodes",
          """
        name: wired
        model: {file: unused}
        input: {state: [q, p], time: t, time-unit: us, step: 40ms, step-tolerance: 0.25, episode: run, end: done, idle: 7s, hold: 90ms, when: p > -99, settle: 5s, longest: 17, restart-after-idle: asserted}
        closure: {beta: 0.03, rollback: true}
        forecasts: {horizons: [2, 7], every: 3, projection: row, interval: 0.8, skill: {level: 0.02, references: [linear], recent: 300}}
        relations: {run-length: 4321}
        alerts: {fleet: {per-day: 2, streams: 50}}
        incidents: {quiet: 6}
        certificates:
          sampling: episodes
          window: {units: 24, budget: forever}
          alarm: {bound: label, kappa: 1.5}
          delta: 0.02
          family: 12
          tolerance: 0.3
          display: {kappa: [0.5, 2], delta: 0.04}
          outside: 0.11
          margin: 0.07
        """,
          Map.ofEntries(
              Map.entry("timing.timed", true),
              Map.entry("timing.step", 40_000_000L),
              Map.entry("timing.stepTolerance", 0.25),
              Map.entry("timing.idle", 7_000_000_000L),
              Map.entry("timing.hold", 90_000_000L),
              Map.entry("timing.when.sensor", "p"),
              Map.entry("timing.when.place", 1),
              Map.entry("timing.when.comparison", "ABOVE"),
              Map.entry("timing.when.number", -99.0),
              Map.entry("timing.when.settle", 5_000_000_000L),
              Map.entry("episodes.longest", 17),
              Map.entry("episodes.restartAfterIdle", true),
              Map.entry("forecasts.horizons", List.of(2, 7)),
              Map.entry("forecasts.every", 3),
              Map.entry("forecasts.projection", "ROW"),
              Map.entry("forecasts.interval", 0.8),
              Map.entry("forecasts.skill.level", 0.02),
              Map.entry("forecasts.skill.references", List.of(SkillReference.LINEAR)),
              Map.entry("forecasts.skill.recent", 300),
              Map.entry("learning.beta", 0.03),
              Map.entry("learning.rollback", true),
              Map.entry("alarm.runLength", 4321.0),
              // 2,160,000 rows a day of each of 50 streams, and two pages.
              Map.entry("alarm.fleetLength", 54e6),
              Map.entry("alarm.quiet", 6),
              Map.entry("certificates.window.units", 24),
              Map.entry("certificates.window.budget", "FOREVER"),
              Map.entry("certificates.decision.bound", "LABEL"),
              Map.entry("certificates.decision.kappa", 1.5),
              Map.entry("certificates.decision.delta", 0.02),
              Map.entry("certificates.decision.family", 12),
              Map.entry("certificates.decision.tolerance", 0.3),
              Map.entry("certificates.display.kappas", List.of(0.5, 2.0)),
              Map.entry("certificates.display.delta", 0.04),
              Map.entry("certificates.display.marginThresholds", List.of(0.07)),
              Map.entry("certificates.outsideShare", 0.11)));

  private static final Given RECORDS =
      new Given(
          "records",
          """
        name: wired
        model: {file: unused}
        input: {state: [q, p], stride: 4, independent: asserted}
        closure: {learn: false}
        certificates:
          sampling: records
          window: {units: 33, policy: cumulative, schedule: every}
          tolerance: 0.4
          drift: possible
        """,
          Map.of(
              "episodes.stride",
              4,
              "learning.learn",
              false,
              "certificates.sampling",
              "RECORDS",
              "certificates.window.policy",
              "CUMULATIVE",
              "certificates.window.schedule",
              "EVERY",
              "certificates.window.units",
              33,
              "certificates.driftPossible",
              true));

  private static final Given ANYTIME =
      new Given(
          "anytime",
          """
        name: wired
        model: {file: unused}
        input: {state: [q, p], episode: run}
        forecasts: {projection: vector, others: [{name: chronos, topic: wired.chronos, horizon: 1, use: true}]}
        certificates:
          sampling: episodes
          window: {policy: anytime, renew: 99}
          alarm: {bound: tight}
          tolerance: 0.4
          cap: 3
          reference: frozen
          horizons: [1, 5]
          starts: 2
          horizon-delta: 0.03
          horizon-bounds: upper
        """,
          Map.ofEntries(
              Map.entry("forecasts.projection", "VECTOR"),
              Map.entry(
                  "forecasts.others", List.of(new OtherForecaster("chronos", List.of(1), true))),
              Map.entry("certificates.window.policy", "ANYTIME"),
              // Where the file does not say it, runs share delta over their whole life.
              Map.entry("certificates.window.budget", "FOREVER"),
              Map.entry("certificates.decision.bound", "TIGHT"),
              Map.entry("certificates.refinements.cap", 3.0),
              Map.entry("certificates.refinements.reference", "FROZEN"),
              Map.entry("certificates.refinements.renew", 99),
              Map.entry("certificates.refinements.horizons.horizons", List.of(1, 5)),
              Map.entry("certificates.refinements.horizons.starts", 2),
              Map.entry("certificates.refinements.horizons.delta", 0.03),
              Map.entry("certificates.refinements.horizons.lower", false),
              Map.entry("certificates.refinements.horizons.projection", "VECTOR")));

  private static final Given TRANSITIONS =
      new Given(
          "transitions",
          """
        name: wired
        model: {file: unused}
        input: {state: [q, p], pairing: transitions, next: [q2, p2]}
        certificates: {sampling: records, tolerance: 0.4}
        """,
          Map.of("pairing", "TRANSITIONS", "certificates.sampling", "RECORDS"));

  private static final Given FLEET =
      new Given(
          "fleet",
          """
        name: wired
        model: {file: unused}
        input: {state: [q, p], time: t, time-unit: ms}
        certificates:
          sampling: fleet
          fleet: {streams: 9, every: 5m, pairs: 21, grace: 3s, retired: [old]}
          tolerance: 0.4
        """,
          Map.ofEntries(
              Map.entry("timing.timed", true),
              Map.entry("certificates.sampling", "FLEET"),
              Map.entry("certificates.window.units", 9),
              Map.entry("fleet.streams", 9),
              Map.entry("fleet.every", 300_000_000_000L),
              Map.entry("fleet.pairs", 21),
              Map.entry("fleet.grace", 3_000_000_000L),
              Map.entry("fleet.retired", List.of("old"))));

  private static final Given MODES =
      new Given(
          "modes",
          """
        name: wired
        model: {by-mode: {A: unused}}
        input: {state: [q, p], time: t, episode: run, mode: recipe, settle: 4s}
        certificates: {sampling: episodes, tolerance: 0.4}
        """,
          Map.of("timing.timed", true, "timing.modes", 4_000_000_000L));

  private static final Given TAGS =
      new Given(
          "tags",
          """
        name: wired
        model: {file: unused}
        input: {layout: tags, topic: t, tag: {from: field id}, sensors: {q: Q, p: P}, time: t, step: 2s, episode: {tag: R}}
        certificates: {sampling: episodes, tolerance: 0.4}
        """,
          Map.of(
              "timing.timed",
              true,
              "timing.step",
              2_000_000_000L,
              "timing.stepTolerance",
              0.0,
              "timing.assembled",
              true));

  static List<Given> files() {
    return List.of(SHORTEST, EPISODES, RECORDS, ANYTIME, TRANSITIONS, FLEET, MODES, TAGS);
  }

  /** What only the offline commands set. */
  private static final Set<String> OFFLINE_ONLY = Set.of("certificates.refinements.pilot");

  /** What the shortest file gives: the defaults of the reference. */
  private static Map<String, Object> shortest() {
    Map<String, Object> settings = new TreeMap<>();
    settings.put("pairing", "STATES");
    settings.put("timing.timed", false);
    settings.put("timing.step", 0L);
    settings.put("timing.stepTolerance", 0.1);
    settings.put("timing.idle", 0L);
    settings.put("timing.hold", 0L);
    settings.put("timing.when", Components.ABSENT);
    settings.put("timing.modes", Components.ABSENT);
    settings.put("timing.assembled", false);
    settings.put("episodes.longest", 0);
    settings.put("episodes.restartAfterIdle", false);
    settings.put("episodes.stride", 1);
    settings.put("forecasts.horizons", List.of(1, 10, 50, 200));
    settings.put("forecasts.every", 10);
    settings.put("forecasts.projection", "NONE");
    settings.put("forecasts.interval", Components.ABSENT);
    settings.put("forecasts.skill.level", 0.05);
    settings.put(
        "forecasts.skill.references", List.of(SkillReference.PERSISTENCE, SkillReference.LINEAR));
    settings.put("forecasts.skill.recent", 2000);
    settings.put("forecasts.others", List.of());
    settings.put("learning.learn", true);
    settings.put("learning.beta", 0.1);
    settings.put("learning.rollback", false);
    settings.put("alarm.runLength", 1e5);
    settings.put("alarm.fleetLength", 1e5);
    settings.put("alarm.quiet", 10);
    settings.put("certificates.sampling", "EPISODES");
    settings.put("certificates.window.policy", "TUMBLING");
    settings.put("certificates.window.budget", "EACH");
    settings.put("certificates.window.schedule", "GEOMETRIC");
    settings.put("certificates.window.units", 512);
    settings.put("certificates.decision.bound", "MINIMUM");
    settings.put("certificates.decision.kappa", Components.ABSENT);
    settings.put("certificates.decision.delta", 0.05);
    settings.put("certificates.decision.family", 1);
    settings.put("certificates.decision.tolerance", 0.4);
    settings.put("certificates.display.kappas", List.of(1.0, Math.sqrt(2)));
    settings.put("certificates.display.delta", 0.05);
    settings.put("certificates.display.marginThresholds", List.of());
    settings.put("certificates.outsideShare", 0.05);
    settings.put("certificates.driftPossible", false);
    settings.put("certificates.refinements.cap", Components.ABSENT);
    settings.put("certificates.refinements.reference", "PREVIOUS");
    settings.put("certificates.refinements.pilot", 0);
    settings.put("certificates.refinements.renew", 0);
    settings.put("certificates.refinements.horizons", Components.ABSENT);
    settings.put("fleet", Components.ABSENT);
    return settings;
  }

  private static TopologyConfig read(String yaml) {
    try {
      return TopologyConfig.parse(yaml, "test.yaml", Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static MonitorBlueprint blueprint(TopologyConfig config) {
    return TestTopology.blueprint(config, MODEL);
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyFieldOfTheFileBecomesTheSettingItIsSaidToBe(Given given) {
    Map<String, Object> expected = shortest();
    given.differing.forEach(
        (path, value) -> {
          expected.keySet().removeIf(known -> path.startsWith(known + "."));
          expected.put(path, value);
        });

    assertThat(given.settings()).isEqualTo(expected);
  }

  @Test
  void everySettingOfAMonitorIsSetByOneOfTheFiles() {
    Map<String, Object> defaults = SHORTEST.settings();
    Set<String> all = new TreeSet<>(defaults.keySet());
    Set<String> changed = new TreeSet<>();
    for (Given given : files()) {
      given
          .settings()
          .forEach(
              (path, value) -> {
                all.add(path);
                if (!value.equals(defaults.get(path))) {
                  changed.add(path);
                }
              });
    }
    all.removeAll(OFFLINE_ONLY);
    all.removeIf(path -> changed.stream().anyMatch(other -> other.startsWith(path + ".")));

    assertThat(changed).containsAll(all);
  }

  /** Streams that begin with the identity keep all else of their model: limits above all. */
  @Test
  void aStartWithTheIdentityChangesTheClosureAlone() {
    Model limited =
        TestModels.withNoveltyLimit(MODEL, 0.4).toBuilder()
            .alarms(TestModels.alarms(MODEL.map().sensors().size()))
            .build();
    TopologyConfig identity =
        read(SHORTEST.yaml.replace("input:", "closure: {start: identity}\ninput:"));
    Model started = TestTopology.blueprint(identity, limited).model();
    Model usual = TestTopology.blueprint(SHORTEST.config(), limited).model();

    assertThat(started.closure()).isEqualTo(Matrix.identity(limited.map().classes()));
    assertThat(usual.closure()).isEqualTo(limited.closure());
    assertThat(started).usingRecursiveComparison().ignoringFields("closure").isEqualTo(usual);
    assertThat(started.calibration()).isPresent().isEqualTo(limited.calibration());
    assertThat(started.alarms()).isPresent();
  }
}

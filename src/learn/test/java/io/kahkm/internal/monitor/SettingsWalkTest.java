package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.Schedule;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.zip.CRC32C;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Settings drawn at random, on streams with gaps, late and doubled records, irregular steps, clocks
 * set back and sensors that leave the others: a monitor that is restored before every record says
 * what one says that runs through and stores the same bytes, and both close the windows that the
 * definitions ask for.
 */
class SettingsWalkTest {
  private static final long STEP = 20;
  private static final int WALKS = 160;
  private static final int MANY_WALKS = 400;
  private static Model model;

  /** Evidence of alarms rises before an excursion begins where normal rows remember each other. */
  private static List<Model> withAlarms;

  @BeforeAll
  static void fitModel() {
    model = TestModels.vanDerPol(5, 1, 10);
    withAlarms =
        DoubleStream.of(1.2, 3)
            .mapToObj(memory -> TestModels.alarms(2, 1, memory))
            .map(alarms -> model.toBuilder().alarms(alarms).build())
            .toList();
  }

  /** One draw of everything. */
  private record Walk(
      SlowWindows.Timing timing,
      SlowWindows.Policy policy,
      List<Observation> observations,
      Model model,
      double runLength,
      int quiet) {
    MonitorSettings settings() {
      InputTiming input =
          (timing.timed() ? InputTiming.TIMED : InputTiming.NONE)
              .withStep(timing.step(), timing.tolerance())
              .withIdle(timing.idle());
      CertificateSettings certificates =
          CertificateSettings.builder(policy.sampling(), policy.units())
              .policy(policy.policy())
              .budget(policy.budget())
              .schedule(policy.schedule())
              .delta(policy.delta())
              .family(policy.family())
              .tolerance(0.3)
              .build();
      return MonitorSettings.builder()
          .timing(input)
          .longest(timing.longest())
          .restartAfterIdle(timing.restarts())
          .stride(policy.stride())
          .horizons(List.of(1, 3))
          .alarm(new AlarmSettings(runLength, runLength, quiet))
          .certificates(Optional.of(certificates))
          .build();
    }
  }

  private static <T> T one(SplittableRandom random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static Walk walk(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean timed = random.nextInt(4) > 0;
    SlowWindows.Timing timing =
        new SlowWindows.Timing(
            timed,
            timed && random.nextBoolean() ? STEP : 0,
            one(random, List.of(0.1, 0.25, 0.5)),
            one(random, List.of(0L, 90L, 100L, 400L)),
            one(random, List.of(0, 0, 3, 7)),
            random.nextBoolean());
    WindowPolicy policy =
        one(
            random,
            List.of(
                WindowPolicy.FIXED,
                WindowPolicy.TUMBLING,
                WindowPolicy.CUMULATIVE,
                WindowPolicy.ROLLING));
    Sampling sampling = random.nextBoolean() ? Sampling.RECORDS : Sampling.EPISODES;
    int units = policy == WindowPolicy.ROLLING ? 8 + random.nextInt(10) : 2 + random.nextInt(9);
    SlowWindows.Policy declared =
        new SlowWindows.Policy(
            sampling,
            policy,
            one(random, List.of(Budget.values())),
            one(random, List.of(Schedule.values())),
            units,
            sampling == Sampling.RECORDS ? 1 + random.nextInt(3) : 1,
            one(random, List.of(0.05, 0.01, 0.2)),
            one(random, List.of(1, 7, 100)));
    return new Walk(
        timing,
        declared,
        observations(random),
        one(random, List.of(model, withAlarms.get(0), withAlarms.get(1))),
        one(random, List.of(1e3, 1e5)),
        one(random, List.of(1, 4, 20)));
  }

  private static List<Observation> observations(SplittableRandom random) {
    Episodes data =
        Simulation.episodes(DynamicalSystems.named("vanderpol"), random.nextInt(99), 1, 400);
    boolean named = random.nextBoolean();
    List<Observation> observations = new ArrayList<>();
    long time = 1000;
    int episode = 0;
    int astray = 0;
    for (int i = 0; i < 160; i++) {
      time +=
          switch (random.nextInt(24)) {
            case 0 -> 0;
            case 1 -> -STEP;
            case 2 -> -400L;
            case 3 -> STEP + 2;
            case 4 -> STEP + 5;
            case 5 -> STEP + 9;
            case 6 -> 90L;
            case 7 -> 91L;
            case 8 -> 500L;
            default -> STEP;
          };
      boolean end = random.nextInt(12) == 0;
      double[] state = data.state(0, i).clone();
      astray = astray > 0 ? astray - 1 : random.nextInt(20) == 0 ? 1 + random.nextInt(12) : 0;
      if (astray > 0) {
        state[astray % 2] += random.nextDouble(-1, 1);
      }
      observations.add(Observation.state(time, state, named ? "e" + episode : null, end));
      episode += random.nextInt(9) == 0 ? 1 : 0;
    }
    return observations;
  }

  /**
   * What a monitor says on its way.
   *
   * @param certificates the windows it closed
   * @param incidents what its incidents were whenever they changed
   * @param states of every record a digest of what the monitor stores after it
   */
  private record Told(
      List<WindowCertificate> certificates, List<Incident> incidents, List<Long> states) {}

  private static Told told(Walk walk, boolean restored) {
    MonitorSettings settings = walk.settings();
    MonitorWorkspace workspace = new MonitorWorkspace(walk.model);
    StreamMonitor monitor = StreamMonitor.create(settings, workspace);
    CRC32C digest = new CRC32C();
    Told told = new Told(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    byte[] stored = monitor.snapshot();
    for (Observation observation : walk.observations) {
      if (restored) {
        monitor = StreamMonitor.restore(settings, workspace, stored);
      }
      RowAssessment assessment = monitor.advance(observation);
      told.certificates.addAll(assessment.certificates());
      if (assessment.incidentChange() != IncidentChange.NONE) {
        told.incidents.add(assessment.incident().orElseThrow());
      }
      stored = monitor.snapshot();
      digest.reset();
      digest.update(stored);
      told.states.add(digest.getValue());
    }
    assertThat(monitor.status().counts().pairs())
        .as(walk::toString)
        .isEqualTo(new SlowWindows(walk.timing, walk.policy).transitions(walk.observations));
    return told;
  }

  private static SlowWindows.Window place(WindowCertificate certificate) {
    return new SlowWindows.Window(
        certificate.extent().index(),
        certificate.counts().units(),
        certificate.counts().pairs(),
        certificate.counts().skippedUnits(),
        certificate.extent().from(),
        certificate.extent().to(),
        certificate.alarm().level());
  }

  @Test
  void windowsLevelsAndUnitsAreThoseOfTheDefinitionsAndSurviveEveryRestart() {
    requireDefinitions(WALKS);
  }

  @Tag("full")
  @Test
  void theyAreAndDoOnManyMoreWalks() {
    requireDefinitions(MANY_WALKS);
  }

  private static void requireDefinitions(int walks) {
    Map<WindowPolicy, Integer> closed = new EnumMap<>(WindowPolicy.class);
    IdentityHashMap<Model, Integer> incidents = new IdentityHashMap<>();
    for (long seed = 0; seed < walks; seed++) {
      Walk walk = walk(seed);
      List<SlowWindows.Window> expected =
          new SlowWindows(walk.timing, walk.policy).of(walk.observations);

      Told offline = told(walk, false);
      Told live = told(walk, true);

      assertThat(live).as("seed %s, %s %s", seed, walk.timing, walk.policy).isEqualTo(offline);
      assertThat(offline.certificates)
          .extracting(SettingsWalkTest::place)
          .as("seed %s, %s %s", seed, walk.timing, walk.policy)
          // Levels are divided in another order: a unit or two in the last place.
          .usingRecursiveFieldByFieldElementComparator(
              RecursiveComparisonConfiguration.builder()
                  .withComparatorForType(SettingsWalkTest::compareLevels, Double.class)
                  .build())
          .isEqualTo(expected);
      closed.merge(walk.policy.policy(), expected.size(), Integer::sum);
      incidents.merge(walk.model, offline.incidents.size(), Integer::sum);
    }
    // The walk came by windows of every policy.
    assertThat(closed).hasSize(4).allSatisfy((policy, count) -> assertThat(count).isPositive());
    assertThat(closed.get(WindowPolicy.ROLLING)).isGreaterThan(20);
    // And by incidents with either memory.
    assertThat(withAlarms)
        .allSatisfy(alarmed -> assertThat(incidents.get(alarmed)).isGreaterThan(20));
  }

  private static int compareLevels(double one, double other) {
    return Math.abs(one - other) <= 1e-14 * one ? 0 : Double.compare(one, other);
  }
}

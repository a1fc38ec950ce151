package io.kahkm.stream;

import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.ModelCertificates;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.MonitorWorkspace;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.stream.client.StreamsSettings;
import io.kahkm.topology.TopologyConfig;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How long the record takes that closes a window, on this machine: with hundreds of classes it is
 * the longest of all, and has to end within the transaction that it is part of.
 */
public final class WindowClosing {
  /** Closings that are looked at: the first of them runs code that is not compiled yet. */
  private static final int CLOSINGS = 3;

  /** A window of more units is closed early: what it takes depends on its classes. */
  private static final int MOST_UNITS = 256;

  /** Records of a made up episode. */
  private static final int EPISODE = 3;

  private static final long MOST_NANOS = 20_000_000_000L;
  private static final double NANOS_PER_SECOND = 1e9;

  private WindowClosing() {}

  /**
   * Measures it.
   *
   * @param blueprint a file resolved with its model
   * @return the longest of some closings; empty without windows, and where none closes within some
   *     seconds
   */
  static Optional<Duration> measure(MonitorBlueprint blueprint) {
    return measure(blueprint, System::nanoTime);
  }

  /** The same by another clock, which tells nanoseconds. */
  static Optional<Duration> measure(MonitorBlueprint blueprint, LongSupplier clock) {
    MonitorSettings settings = blueprint.settings().alwaysRunning();
    if (settings.certificates().isEmpty()) {
      return Optional.empty();
    }
    if (settings.fleet().isPresent()) {
      return ofFleet(settings, blueprint.model(), settings.fleet().get().serving(), clock);
    }
    CertificateSettings certificates = settings.certificates().get();
    MonitorSettings alone =
        settings.toBuilder()
            .certificates(
                Optional.of(
                    certificates.toBuilder()
                        .units(Math.min(certificates.window().units(), MOST_UNITS))
                        .build()))
            .build();
    return longest(new Readings(alone, blueprint.model(), certificates)::next, clock);
  }

  /**
   * Takes the time of steps until some of them have closed a window, or some seconds are over.
   *
   * @param steps prepares a step, which then tells whether it has closed a window
   * @param clock tells nanoseconds
   * @return the longest of the closings, empty for none
   */
  static Optional<Duration> longest(Supplier<BooleanSupplier> steps, LongSupplier clock) {
    long begun = clock.getAsLong();
    long longest = 0;
    int closed = 0;
    while (closed < CLOSINGS && clock.getAsLong() - begun < MOST_NANOS) {
      BooleanSupplier step = steps.get();
      long start = clock.getAsLong();
      if (step.getAsBoolean()) {
        // The first is slow for another reason, but it may be the only one that there is time for.
        long taken = clock.getAsLong() - start;
        longest = closed++ == 1 ? taken : Math.max(longest, taken);
      }
    }
    return closed == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(longest));
  }

  /** Made up readings of a stream, some of which close a window. */
  private static final class Readings {
    private final MonitorSettings settings;
    private final KahmMap map;
    private final boolean episodes;

    /** Whether a stream has one window in its life. */
    private final boolean once;

    private final MonitorWorkspace workspace;
    private StreamMonitor monitor;
    private int taken;

    /** Whether the stream's only window is closed. */
    private boolean over;

    private Readings(MonitorSettings settings, Model model, CertificateSettings certificates) {
      this.settings = settings;
      map = model.map();
      episodes = certificates.sampling() == Sampling.EPISODES;
      once = certificates.window().policy() == WindowPolicy.FIXED;
      workspace = new MonitorWorkspace(model);
      monitor = StreamMonitor.create(settings, workspace);
    }

    private BooleanSupplier next() {
      if (over) {
        monitor = StreamMonitor.create(settings, workspace);
        over = false;
      }
      Observation observation = observation(settings, map, taken++, episodes);
      return () -> {
        boolean closed = !monitor.advance(observation).certificates().isEmpty();
        over = closed && once;
        return closed;
      };
    }
  }

  /** A window of a fleet: units of all its streams, which are alike here. */
  private static Optional<Duration> ofFleet(
      MonitorSettings settings, Model model, int serving, LongSupplier clock) {
    Optional<FleetSummary> summary = unit(settings, model, clock);
    if (summary.isEmpty()) {
      return Optional.empty();
    }
    int streams = Math.min(serving, MOST_UNITS);
    Supplier<BooleanSupplier> windows =
        () -> {
          FleetWindow window =
              ModelCertificates.fleetWindow(settings, model, summary.get().window());
          return () -> {
            for (int stream = 0; stream < streams; stream++) {
              window.add(Integer.toString(stream), summary.get()::unit);
            }
            window.close();
            return true;
          };
        };
    // Further units add as much each.
    return longest(windows, clock)
        .map(taken -> Duration.ofNanos(Math.round((double) taken.toNanos() * serving / streams)));
  }

  /** What a stream of a fleet reports of a window. */
  private static Optional<FleetSummary> unit(
      MonitorSettings settings, Model model, LongSupplier clock) {
    StreamMonitor monitor = StreamMonitor.create(settings, model);
    long begun = clock.getAsLong();
    for (int i = 0; clock.getAsLong() - begun < MOST_NANOS; i++) {
      List<FleetSummary> reported =
          monitor.advance(observation(settings, model.map(), i, false)).fleetSummaries();
      if (!reported.isEmpty()) {
        return Optional.of(reported.get(0));
      }
    }
    return Optional.empty();
  }

  private static Observation observation(
      MonitorSettings settings, KahmMap map, int index, boolean episodes) {
    Observation made = CentroidObservations.of(settings, map, index);
    return settings.pairing() == Pairing.TRANSITIONS || !episodes
        ? made
        : Observation.state(made.time(), made.state(), "window/" + index / EPISODE, false);
  }

  /**
   * Says how a window that closes compares with a transaction.
   *
   * @param config the topology file
   * @param blueprint the file resolved with its model
   * @return a sentence, with the way out where it takes too long; empty without windows
   */
  public static Optional<String> sentence(TopologyConfig config, MonitorBlueprint blueprint) {
    return measure(blueprint)
        .map(taken -> sentence(taken, StreamsSettings.transactionTimeout(config)));
  }

  /** The sentence about a closing and the timeout of transactions. */
  static String sentence(Duration taken, Duration timeout) {
    double seconds = taken.toNanos() / NANOS_PER_SECOND;
    double limit = timeout.toNanos() / NANOS_PER_SECOND;
    String measured =
        String.format(
            Locale.ROOT,
            "Completing a window: %.3g s here; a transaction may last %.3g s"
                + " (kafka.transaction.timeout.ms).",
            seconds,
            limit);
    // Another machine, or this one under load, may well take twice as long.
    return 2 * seconds <= limit
        ? measured
        : measured
            + String.format(
                Locale.ROOT,
                " WARNING: a record that completes a window may be repeated until it is"
                    + " quarantined. Use fewer classes, or a timeout of at least %,d ms (at most"
                    + " transaction.max.timeout.ms of the brokers).",
                Math.round(4_000 * seconds));
  }
}

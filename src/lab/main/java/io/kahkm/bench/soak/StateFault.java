package io.kahkm.bench.soak;

import io.kahkm.broker.Folders;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Faults of stored state and of what it is configured by. */
enum StateFault implements EngineFault {
  /** All instances come back without their files, as on other machines. */
  EMPTIED("emptied-state") {
    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
      long inFlight = site.inFlight();
      site.ensure();
      Folders.delete(site.state(InstanceFault.FIRST));
      Folders.delete(site.state(InstanceFault.SECOND));
      Map<Integer, Long> marks = site.marks(Site.PARTITIONS);
      long start = System.nanoTime();
      site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
      Duration recovery = InstanceFault.recovery(site, start, marks);
      return new FaultObservation(
          inFlight,
          recovery,
          site.engine(InstanceFault.FIRST).log() + site.engine(InstanceFault.SECOND).log());
    }
  },
  /** The file system under an instance's stores runs full, and has room again later. */
  FULL("full-disk") {
    @Override
    public Optional<String> obstacle() throws InterruptedException {
      try {
        Path tried = Files.createTempDirectory("kahkm-mount");
        mount(tried);
        Command.run("umount", tried.toString());
        Files.delete(tried);
        return Optional.empty();
      } catch (IOException refused) {
        return Optional.of("needs the right to mount a file system: " + refused.getMessage());
      }
    }

    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
      site.engine(InstanceFault.SECOND).stop();
      Path state = site.state(InstanceFault.SECOND);
      Path aside = state.resolveSibling("aside");
      Files.move(state, aside);
      Files.createDirectory(state);
      mount(state);
      try {
        copy(aside, state);
        site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
        long inFlight = site.inFlight();
        Path filler = state.resolve("filler");
        fill(filler);
        TimeUnit.SECONDS.sleep(FULL_SECONDS);
        site.engine(InstanceFault.SECOND).stop();
        // Stores that are closed give back a little.
        Path rest = state.resolve("rest");
        fill(rest);
        String log = requireGivingUp(site.start(InstanceFault.SECOND));
        Files.delete(filler);
        Files.delete(rest);
        long start = System.nanoTime();
        site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
        Duration recovery = Duration.ofNanos(System.nanoTime() - start);
        return new FaultObservation(inFlight, recovery, log);
      } finally {
        site.engine(InstanceFault.SECOND).stop();
        Folders.delete(aside);
        copy(state, aside);
        Command.run("umount", state.toString());
        Files.delete(state);
        Files.move(aside, state);
        site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
      }
    }
  },
  /** A setting changes that stored state allows to change. */
  ALLOWED_CHANGE("allowed-change") {
    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
      // Which record is the first under the new setting must be known to compare bits.
      long inFlight = site.inFlight();
      site.feeder().pause();
      site.await("everything sent is committed", () -> site.inFlight() == 0);
      site.ensure();
      SoakTopology changed =
          site.topology()
              .withBeta(site.topology().beta() / 2)
              .withKafka(Map.of("num.stream.threads", Integer.toString(1 + random.nextInt(3))));
      site.topology(changed);
      site.checker().change(site.config(changed.ofRows()), site.blueprint(changed.ofRows()));
      site.feeder().resume();
      long start = System.nanoTime();
      site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
      Duration recovery = InstanceFault.recovery(site, start, site.marks(Site.PARTITIONS));
      return new FaultObservation(inFlight, recovery, site.engine(InstanceFault.FIRST).log());
    }
  },
  /** A setting changes that stored state does not allow to change. */
  FORBIDDEN_CHANGE("forbidden-change") {
    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
      site.reader().forgetArrivals();
      long inFlight = site.inFlight();
      site.engine(InstanceFault.SECOND).stop();
      RunProcess refused =
          site.start(InstanceFault.SECOND, site.topology().withDelta(site.topology().delta() / 2));
      String log = requireGivingUp(refused);
      site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
      InstanceFault.awaitForecasts(site, Site.PARTITIONS);
      return new FaultObservation(inFlight, site.reader().longestSilence(), log);
    }
  };

  /** An engine whose threads wait for brokers ends after 70 seconds, and closes for 20. */
  private static final Duration LONGEST_END = Duration.ofMinutes(3);

  private static final String SIZE = "64m";
  private static final long FULL_SECONDS = 5;
  private static final int BLOCK_BYTES = 4096;

  private final String label;

  StateFault(String label) {
    this.label = label;
  }

  @Override
  public String label() {
    return label;
  }

  private static void mount(Path directory) throws IOException, InterruptedException {
    Command.run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "tmpfs", directory.toString());
  }

  /** Writes until there is no room. */
  private static void fill(Path file) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      if (!Files.exists(file)) {
        throw full;
      }
    }
  }

  /** Waits until an engine has ended by itself with an error; what it printed. */
  static String requireGivingUp(RunProcess engine) {
    OptionalInt code = engine.awaitEnd(LONGEST_END);
    if (code.isEmpty() || code.getAsInt() == 0) {
      throw new IllegalStateException("the engine did not give up:\n" + engine.lastWords());
    }
    return engine.log();
  }

  private static void copy(Path from, Path to) throws IOException, InterruptedException {
    Files.createDirectories(to);
    Command.run("cp", "-a", from + "/.", to.toString());
  }
}

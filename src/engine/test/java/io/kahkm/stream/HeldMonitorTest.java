package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.store.MapSpace;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A monitor on the heap, beside the monitor that it holds. */
class HeldMonitorTest {
  private final StreamMonitor monitor =
      StreamMonitor.create(
          TestTopology.blueprint(TestTopology.config("pump"), TestTopology.MODEL).settings(),
          TestTopology.MODEL);

  private final HeldMonitor held =
      new HeldMonitor(MapSpace.of(0), "pümp".getBytes(UTF_8), monitor, 7, null);

  private static StateReader entry(Consumer<StateWriter> written) {
    StateWriter writer = new StateWriter();
    written.accept(writer);
    return new StateReader(writer.toByteArray());
  }

  /** A snapshot is due after so many observations, whatever else came between them. */
  @Test
  void onlyObservationsCount() {
    double[] values = {1, 2};
    assertThat(held.counts(entry(Observation.state(5, values, "run", false)::write))).isTrue();
    assertThat(held.counts(entry(Observation.transition(5, values, values)::write))).isTrue();
    assertThat(held.counts(entry(new OtherForecast("rival", 1, 5, 5, values)::write))).isFalse();
    assertThat(held.counts(entry(new KnownValues(5, values)::write))).isFalse();
  }

  @Test
  void itIsStoredAndDatedAsItsMonitorIs() {
    monitor.advance(Observation.state(20_000_000, new double[] {2, 0.1}, "run", false));
    assertThat(held.stream).isEqualTo("pümp");
    assertThat(held.lastTime()).isEqualTo(20_000_000);
    StateWriter stored = new StateWriter();
    held.write(stored);
    assertThat(stored.toByteArray()).isEqualTo(monitor.snapshot());
  }
}

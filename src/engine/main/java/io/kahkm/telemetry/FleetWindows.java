package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.telemetry.condition.Moment;
import io.kahkm.telemetry.history.WindowHistory;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The windows of a fleet that this instance gathers; none while another one does. Written by the
 * stream thread that gathers them, read by the threads of the HTTP server.
 */
public final class FleetWindows {
  private final Supplier<Moment> moment;
  private final WindowHistory windows = new WindowHistory();
  private volatile @Nullable FleetCertificate last;

  /**
   * Has seen none.
   *
   * @param moment what is outdated now
   */
  FleetWindows(Supplier<Moment> moment) {
    this.moment = moment;
  }

  /**
   * A window has closed.
   *
   * @param verdictRun how many windows in a row have had this verdict
   * @param now wall clock in milliseconds
   */
  void closed(WindowCertificate certificate, int verdictRun, long now) {
    FleetCertificate before = last;
    last =
        new FleetCertificate(
            certificate, verdictRun, now, before == null ? 0 : now - before.told());
    synchronized (windows) {
      windows.add(certificate);
    }
  }

  /** The fleet has come here, with the last window that was closed elsewhere. */
  void joined(WindowCertificate certificate, int verdictRun, long now) {
    last = new FleetCertificate(certificate, verdictRun, now, 0);
  }

  /** The fleet is gathered elsewhere. */
  void left() {
    last = null;
  }

  /** The last window, empty where it is too old to be shown as present. */
  public Optional<FleetCertificate> present() {
    return Optional.ofNullable(last).filter(window -> !window.outdated(moment.get()));
  }

  /** Whether the last window is too old to be shown as present. */
  public boolean outdated() {
    FleetCertificate window = last;
    return window != null && window.outdated(moment.get());
  }

  /** Appends the last windows, oldest first. */
  public void write(ArrayNode array) {
    synchronized (windows) {
      windows.write(array);
    }
  }
}

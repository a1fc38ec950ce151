package io.kahkm.telemetry.history;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.json.JsonFields;

/** The last certificate windows of a stream or a fleet. Not thread-safe. */
public final class WindowHistory {
  /** Windows that are kept. */
  static final int WINDOWS = 120;

  /** Bytes of the arrays: six numbers of eight bytes and two references a window. */
  static final long LARGEST_BYTES = WINDOWS * (6L * Long.BYTES + 2 * Integer.BYTES);

  private final Ring ring = new Ring(WINDOWS);
  private final long[] ends = new long[WINDOWS];
  private final long[] indices = new long[WINDOWS];
  private final long[] units = new long[WINDOWS];
  private final double[] lower = new double[WINDOWS];
  private final double[] upper = new double[WINDOWS];
  private final double[] tolerance = new double[WINDOWS];
  private final Verdict[] verdicts = new Verdict[WINDOWS];
  private final Reason[] reasons = new Reason[WINDOWS];

  /** Takes a window that has closed, in place of the oldest where there is no room. */
  public void add(WindowCertificate record) {
    int slot = ring.next();
    ends[slot] = record.extent().to();
    indices[slot] = record.extent().index();
    units[slot] = record.counts().units();
    lower[slot] = record.alarm().lower();
    upper[slot] = record.alarm().upper();
    tolerance[slot] = record.alarm().tolerance();
    verdicts[slot] = record.verdict();
    reasons[slot] = record.reason();
  }

  boolean isEmpty() {
    return ring.size() == 0;
  }

  /** Appends one object per window, oldest first. */
  public void write(ArrayNode array) {
    ring.forEach(
        slot -> {
          ObjectNode window = array.addObject();
          window.put("window", indices[slot]);
          JsonFields.putTime(window, "to", ends[slot]);
          window.put("units", units[slot]);
          JsonFields.put(window, "lower", lower[slot]);
          JsonFields.put(window, "upper", upper[slot]);
          JsonFields.put(window, "tolerance", tolerance[slot]);
          window.put("verdict", verdicts[slot].label());
          window.put("reason", reasons[slot].label());
        });
  }
}

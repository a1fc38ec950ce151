package io.kahkm.internal.assembly;

import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Collects rows for tests. */
final class Rows implements RowReceiver {
  final List<String> text = new ArrayList<>();
  final List<Closing> closings = new ArrayList<>();
  private final StateWriter bytes = new StateWriter();

  @Override
  public void row(long time, double[] values, int held, String episode, Closing closing) {
    text.add(describe(time, values, held, episode));
    closings.add(closing);
    bytes.putLong(time);
    bytes.putDoubles(values);
    bytes.putInt(held);
    bytes.putString(episode);
  }

  static String describe(long time, double[] values, int held, String episode) {
    return time / 1e9
        + "s "
        + Arrays.toString(values)
        + (held == 0 ? "" : " held " + held)
        + (episode == null ? "" : " " + episode);
  }

  /** Everything but the reason of closing, which may depend on the order of arrival. */
  String bytes() {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }
}

package io.kahkm.cli.console;

import io.kahkm.internal.numeric.Progress;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;

/**
 * Prints progress: one line that is rewritten on a terminal; elsewhere the start of every stage,
 * every further quarter of it, and its end.
 */
public final class ConsoleProgress implements Progress {
  private static final int BAR = 30;
  private static final int QUARTERS = 4;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter out;
  private final Terminal terminal;

  /** How far each stage is that was shown and is not over: several may go on at the same time. */
  private final Map<String, Long> shown = new HashMap<>();

  /** Prints to standard error or what stands for it. */
  public ConsoleProgress(PrintWriter out) {
    this(out, Terminal.ofLauncher());
  }

  ConsoleProgress(PrintWriter out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  @Override
  public void update(String stage, long done, long total) {
    int parts = terminal.interactive() ? BAR : QUARTERS;
    long now = total == 0 ? parts : parts * done / total;
    Long before = shown.put(stage, now);
    if (done >= total) {
      shown.remove(stage);
    }
    if (before != null && before == now) {
      return;
    }
    String text = stage + " " + done + "/" + total;
    if (terminal.interactive()) {
      String bar = "#".repeat((int) now) + ".".repeat((int) (parts - now));
      out.print(CLEAR_LINE + terminal.fit("  [" + bar + "] " + text));
      if (done >= total) {
        out.print(CLEAR_LINE);
      }
    } else {
      out.println("  " + text);
    }
    out.flush();
  }
}

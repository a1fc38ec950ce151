package io.kahkm.cli;

import io.kahkm.numeric.Progress;
import java.io.PrintWriter;

/** Prints progress as lines: the start of every stage, every further tenth of it, its end. */
final class ConsoleProgress implements Progress {
  private static final int STEPS = 10;

  private final PrintWriter out;
  private String stage = "";
  private long tenth;

  ConsoleProgress(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void update(String newStage, long done, long total) {
    long newTenth = total == 0 ? STEPS : STEPS * done / total;
    if (!newStage.equals(stage) || newTenth > tenth) {
      out.println("  " + newStage + " " + done + "/" + total);
      out.flush();
    }
    stage = newStage;
    tenth = newTenth;
  }
}

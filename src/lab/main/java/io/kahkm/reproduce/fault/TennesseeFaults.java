package io.kahkm.reproduce.fault;

import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.ProductCommands;
import io.kahkm.reproduce.TennesseeRun;
import io.kahkm.reproduce.fault.FaultScores.Channel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The faults of the Tennessee Eastman process, each in a run of its own. */
final class TennesseeFaults {
  private static final double SHARE = 0.99;
  private static final double SHARE_SLOW = 0.97;
  private static final int ROWS = 12;
  private static final int ROWS_SLOW = 25;
  private static final double PERCENT = 100;

  private TennesseeFaults() {}

  static ResultTable table(Path folder, ProductCommands commands) throws IOException {
    List<String> test = Files.readAllLines(folder.resolve("tep_test.csv"));
    String header = test.get(0);
    ProductCommands.Fitted fitted = commands.initAndFit(folder.resolve("tep_train.csv"));
    List<String> all = List.of(header.split(",", -1));
    List<String> columns =
        List.of(
            "--state",
            String.join(",", all.subList(2, all.size())),
            "--stream",
            "run",
            "--time",
            "t_min",
            "--time-unit",
            "min");
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    for (TennesseeRun run : TennesseeRun.all(test)) {
      FaultScores scores =
          FaultScores.of(commands, fitted, columns, header, run.lines()).values().iterator().next();
      int onset = run.onset();
      int before = scores.begins(0, onset, Channel.TOGETHER);
      passed &= before == 0;
      List<String> cells = new ArrayList<>(List.of(run.name(), Integer.toString(before)));
      if (run.faulty()) {
        int end = scores.count();
        for (Channel channel : Channel.values()) {
          double share = (double) scores.rowsInAlarm(onset, end, channel) / (end - onset);
          cells.add(String.format(Locale.ROOT, "%.1f", PERCENT * share));
        }
        int first = scores.first(onset, end, Channel.TOGETHER) - onset;
        cells.add(Integer.toString(first));
        boolean slow = run.name().startsWith("d08");
        double share = (double) scores.rowsInAlarm(onset, end, Channel.TOGETHER) / (end - onset);
        passed &= share >= (slow ? SHARE_SLOW : SHARE);
        passed &= first <= (slow ? ROWS_SLOW : ROWS);
      } else {
        cells.addAll(List.of("", "", "", "", ""));
      }
      rows.add(cells);
    }
    return new ResultTable(
        "faults-tep",
        "Tennessee Eastman: shares of the faulty rows in alarm, in percent",
        ResultTable.columns(
            "run | incidents before | novelty | relations | single sensors | together | "
                + "rows to find"),
        rows,
        List.of("Fitted to the 500 rows of tep_train.csv; faults set in with row 160."),
        false,
        passed);
  }
}

package io.kahkm.reproduce.fault;

import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.ProductCommands;
import io.kahkm.reproduce.SkabFile;
import io.kahkm.reproduce.fault.FaultScores.Channel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The faults of the open part of SKAB, each in a file of its own. */
final class SkabFaults {
  private static final int FOUND = 12;
  private static final int FALSE = 2;
  private static final int COLUMNS = 9;

  private SkabFaults() {}

  static List<ResultTable> tables(Path folder, ProductCommands commands) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    int found = 0;
    int wrong = 0;
    ConfusionCounts incidents = new ConfusionCounts();
    ConfusionCounts relations = new ConfusionCounts();
    for (SkabFile file : SkabFile.all(folder)) {
      String header = commas(file.header());
      ProductCommands.Fitted fitted =
          commands.initAndFit(
              commands.write(
                  "fit.csv", header, file.fitted().stream().map(SkabFaults::commas).toList()));
      List<String> names = List.of(header.split(",", -1));
      List<String> columns =
          List.of(
              "--state", String.join(",", names.subList(1, names.size())), "--time", names.get(0));
      FaultScores scores =
          FaultScores.of(
                  commands,
                  fitted,
                  columns,
                  header,
                  file.rest().stream().map(SkabFaults::commas).toList())
              .get("");
      incidents.add(
          scores.count(), file.faultsOfRest(), row -> scores.inAlarm(row, Channel.TOGETHER));
      relations.add(
          scores.count(), file.faultsOfRest(), row -> scores.inAlarm(row, Channel.RELATIONS));
      int onset = Math.max(0, file.faultsOfRest().nextSetBit(0));
      int end = Math.min(scores.count(), file.faultsOfRest().length());
      boolean before = scores.first(0, onset, Channel.TOGETHER) < onset;
      int first = scores.first(onset, end, Channel.TOGETHER);
      wrong += before ? 1 : 0;
      found += first < end ? 1 : 0;
      List<String> cells = new ArrayList<>(List.of(file.name(), before ? "yes" : ""));
      for (Channel channel : Channel.values()) {
        int row = scores.first(onset, end, channel);
        cells.add(row < end ? Integer.toString(row - onset) : "-");
      }
      rows.add(cells);
    }
    rows.add(List.of("together", Integer.toString(wrong), "", "", "", Integer.toString(found)));
    ResultTable files =
        new ResultTable(
            "faults-skab",
            "SKAB, open files: rows from the fault to the alarm",
            List.of("file", "before", "novelty", "relations", "single sensors", "together"),
            rows,
            List.of(
                "Fitted to the first 400 rows of each file, too few for an alarm of any channel"
                    + " alone; before: an incident in the sound rows after them. Last row: files"
                    + " with one, and files found."),
            false,
            found >= FOUND && wrong <= FALSE);
    return List.of(
        files,
        ConfusionCounts.beside(
            List.of(
                incidents.row("an incident is open"),
                relations.row("relations alone, alarm or notice"))));
  }

  /** The time and the sensors. */
  private static String commas(String line) {
    return String.join(",", List.of(line.split(";", -1)).subList(0, COLUMNS));
  }
}

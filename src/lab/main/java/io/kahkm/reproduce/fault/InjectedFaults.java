package io.kahkm.reproduce.fault;

import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.ProductCommands;
import io.kahkm.reproduce.fault.FaultScores.Channel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Faults put into one sensor of a recording after the other, and the rows without them. */
final class InjectedFaults {
  /** Rows without any movement that make a day which was filled in. */
  private static final int STANDSTILL = 12;

  /** A stuck sensor of Etth1 is found within so many rows. */
  private static final int STUCK_ROWS = 100;

  /** Of what is found so much has the faulty sensor among the first two. */
  private static final double NAMED = 0.8;

  private final List<List<String>> rows = new ArrayList<>();
  private final List<List<String>> untouched = new ArrayList<>();
  private boolean passed = true;

  /** What is aimed at on Etth1: streams found, of seven. */
  private static int leastFound(InjectedFault fault) {
    return switch (fault) {
      case STUCK -> 7;
      case BIAS_HALF, BIAS_ONE, DRIFT -> 5;
      case BIAS_TWO, NOISY -> 6;
      case OTHER -> 0;
    };
  }

  /** The tables; none before a fault was put into a recording. */
  List<ResultTable> tables() {
    return rows.isEmpty() ? List.of() : List.of(ofFaults(), ofUntouched());
  }

  private ResultTable ofFaults() {
    return new ResultTable(
        "faults-injected",
        "Faults put into one sensor",
        ResultTable.columns(
            "recording | fault | sensors | novelty | relations | single sensors | together | "
                + "named first | in first two | median rows | most rows | before"),
        rows,
        List.of(
            "700 rows for every sensor and fault, the fault from row 500 on: how many are found"
                + " by each channel and by all (an incident is open), in how many of those the"
                + " faulty sensor is the first named or among the first two, rows from the fault"
                + " to the incident, and streams with an incident before the fault. Biases, drift"
                + " and noise in standard deviations of the fitted rows."),
        false,
        passed);
  }

  private ResultTable ofUntouched() {
    return new ResultTable(
        "faults-untouched",
        "Alarms in the rows after the fitted ones, as they were recorded",
        ResultTable.columns(
            "recording | rows | novelty | relations | single sensors | incidents | "
                + "days without movement | with an incident"),
        untouched,
        List.of(
            "Nobody put a fault there; NAB has labelled failures in them, and in Etth1 no sensor"
                + " moves on some days, which were filled in. Etth1 passes if each of these days"
                + " has one incident and no other row begins one."),
        false,
        untouched.stream()
            .noneMatch(
                row ->
                    row.get(0).equals("Etth1")
                        && !(row.get(5).equals(row.get(6)) && row.get(6).equals(row.get(7)))));
  }

  /**
   * Puts every fault into every sensor of a recording, one by one, and looks at the rows as they
   * were recorded too.
   */
  void inject(ProductCommands commands, FaultyRecording recording) throws IOException {
    Path fit =
        commands.write("fit.csv", recording.header(), recording.lines(0, recording.fitted()));
    ProductCommands.Fitted fitted = commands.initAndFit(fit);
    List<String> columns =
        List.of("--state", String.join(",", recording.sensors()), "--time", recording.time());
    int size = recording.readings().size();
    FaultScores sound =
        FaultScores.of(
                commands,
                fitted,
                columns,
                recording.header(),
                recording.lines(recording.fitted(), size))
            .get("");
    untouched.add(soundRow(recording, sound));
    List<String> ofStreams = new ArrayList<>(columns);
    ofStreams.addAll(List.of("--stream", "stream"));
    int foundInAll = 0;
    int namedInAll = 0;
    for (InjectedFault fault : InjectedFault.values()) {
      List<String> lines = new ArrayList<>();
      for (int s = 0; s < recording.sensors().size(); s++) {
        String stream = recording.sensors().get(s);
        recording.lines(s, fault).forEach(line -> lines.add(stream + "," + line));
      }
      FoundFaults found =
          FoundFaults.of(
              FaultScores.of(commands, fitted, ofStreams, "stream," + recording.header(), lines));
      rows.add(found.row(recording.name(), fault));
      // Whose own readings come 700 rows later is no faulty sensor by itself; nothing is aimed at.
      if (fault != InjectedFault.OTHER) {
        foundInAll += found.rowsToFind().size();
        namedInAll += found.inTwo();
      }
      if (recording.name().equals("Etth1")) {
        passed &= found.rowsToFind().size() >= leastFound(fault) && found.before() == 0;
        passed &=
            fault != InjectedFault.STUCK
                || (found.namedFirst() == recording.sensors().size() && found.last() <= STUCK_ROWS);
      }
    }
    passed &= !recording.name().equals("Etth1") || namedInAll >= NAMED * foundInAll;
  }

  /** Alarms in the rows after the fitted ones, and how many days without movement have one. */
  private static List<String> soundRow(FaultyRecording recording, FaultScores sound) {
    List<String> counts = new ArrayList<>();
    counts.add(recording.name());
    counts.add(Integer.toString(sound.count()));
    for (Channel channel : Channel.values()) {
      counts.add(Integer.toString(sound.begins(0, sound.count(), channel)));
    }
    int standstills = 0;
    int noticed = 0;
    for (FaultyRecording.Standstill day : recording.standstills(recording.fitted(), STANDSTILL)) {
      int from = day.from() - recording.fitted();
      int begins = sound.begins(from, day.to() - recording.fitted(), Channel.TOGETHER);
      standstills++;
      noticed += begins > 0 ? 1 : 0;
    }
    counts.add(Integer.toString(standstills));
    counts.add(Integer.toString(noticed));
    return counts;
  }
}

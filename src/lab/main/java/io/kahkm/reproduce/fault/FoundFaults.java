package io.kahkm.reproduce.fault;

import io.kahkm.reproduce.fault.FaultScores.Channel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What became of one fault in every sensor.
 *
 * @param streams with a faulty sensor each
 * @param ofChannel how many of them each channel found
 * @param rowsToFind from the fault to the incident, ascending, of those that were found
 * @param namedFirst of these, how many have the faulty sensor first
 * @param inTwo how many have it among the first two
 * @param before streams with an incident before the fault
 */
record FoundFaults(
    int streams,
    Map<Channel, Integer> ofChannel,
    List<Integer> rowsToFind,
    int namedFirst,
    int inTwo,
    int before) {
  static FoundFaults of(Map<String, FaultScores> scores) {
    Map<Channel, Integer> ofChannel = new EnumMap<>(Channel.class);
    List<Integer> rowsToFind = new ArrayList<>();
    int first = 0;
    int two = 0;
    int before = 0;
    for (Map.Entry<String, FaultScores> stream : scores.entrySet()) {
      FaultScores rows = stream.getValue();
      int end = rows.count();
      for (Channel channel : Channel.values()) {
        boolean hit = rows.first(InjectedFault.ONSET, end, channel) < end;
        ofChannel.merge(channel, hit ? 1 : 0, Integer::sum);
      }
      int found = rows.first(InjectedFault.ONSET, end, Channel.TOGETHER);
      if (found < end) {
        rowsToFind.add(found - InjectedFault.ONSET);
        first += rows.names(found, stream.getKey(), 1) ? 1 : 0;
        two += rows.names(found, stream.getKey(), 2) ? 1 : 0;
      }
      before += rows.first(0, InjectedFault.ONSET, Channel.TOGETHER) < InjectedFault.ONSET ? 1 : 0;
    }
    Collections.sort(rowsToFind);
    return new FoundFaults(scores.size(), ofChannel, rowsToFind, first, two, before);
  }

  int last() {
    return rowsToFind.isEmpty() ? 0 : rowsToFind.get(rowsToFind.size() - 1);
  }

  List<String> row(String recording, InjectedFault fault) {
    List<String> cells = new ArrayList<>(List.of(recording, fault.words));
    cells.add(Integer.toString(streams));
    ofChannel.values().forEach(count -> cells.add(Integer.toString(count)));
    cells.add(Integer.toString(namedFirst));
    cells.add(Integer.toString(inTwo));
    boolean none = rowsToFind.isEmpty();
    cells.add(none ? "-" : rowsToFind.get(rowsToFind.size() / 2).toString());
    cells.add(none ? "-" : Integer.toString(last()));
    cells.add(Integer.toString(before));
    return cells;
  }
}

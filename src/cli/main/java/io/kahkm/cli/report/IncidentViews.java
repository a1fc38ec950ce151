package io.kahkm.cli.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.offline.ScoredRun;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentComposer;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.telemetry.http.RecordedStream;
import io.kahkm.text.StreamNames;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Gathers, while a file is scored, what the view of each of its incidents shows: the answers that
 * the live page would have got soon after it. Mutable, for one run.
 */
public final class IncidentViews implements ScoredRun.Follower {
  /** Curves of sensors in all views together, some ten kilobytes each; one view is always made. */
  private static final int MOST_CURVES = 800;

  /** As {@code SHORTEST_MARGIN} of the page: so long before and after it is drawn at least. */
  private static final long SHORTEST_MARGIN = TimeUnit.MINUTES.toNanos(10);

  /**
   * An incident as the page shows it.
   *
   * @param stream 0-based stream of the file
   * @param number of the incident in its stream
   * @param record of the incident, as its topic would have it
   * @param detail of the stream after it
   * @param history of the time around it; empty where there are too many curves
   */
  public record View(
      int stream, long number, ObjectNode record, ObjectNode detail, Optional<ObjectNode> history) {
    /** Whether it is of an incident of the run. */
    boolean isOf(ScoredRun.StreamIncident one) {
      return one.stream() == stream && one.incident().number() == number;
    }
  }

  private record Taken(
      ScoredRun.StreamIncident of, ObjectNode detail, Optional<ObjectNode> history) {}

  private final Model model;
  private final Map<String, String> units;
  private final StreamNames names;
  private final List<String> streams;
  private final List<Taken> taken = new ArrayList<>();
  private final List<ScoredRun.StreamIncident> waiting = new ArrayList<>();
  private @Nullable RecordedStream current;
  private @Nullable ObjectNode map;
  private int curves;

  /**
   * Begins without an incident.
   *
   * @param model that scores the file
   * @param units units of sensors by name
   * @param names what people call the streams
   * @param streams names of the file's streams; empty where it is one stream
   */
  public IncidentViews(
      Model model, Map<String, String> units, StreamNames names, List<String> streams) {
    this.model = model;
    this.units = units;
    this.names = names;
    this.streams = streams;
  }

  private String id(int stream) {
    return streams.isEmpty() ? "" : streams.get(stream);
  }

  @Override
  public void begins(int stream) {
    current = new RecordedStream(id(stream), model, units, names);
    map = current.map();
  }

  @Override
  public void advanced(RowAssessment assessment, StreamMonitor monitor) {
    RecordedStream stream = current;
    if (stream == null) {
      throw new IllegalStateException("no stream has begun");
    }
    stream.reading(assessment);
    for (ScoredRun.StreamIncident one : List.copyOf(waiting)) {
      if (assessment.time() > last(one.incident()) + margin(one.incident())) {
        waiting.remove(one);
        take(one, stream, monitor);
      }
    }
  }

  @Override
  public void happened(ScoredRun.StreamIncident incident) {
    waiting.add(incident);
  }

  @Override
  public void ended(StreamMonitor monitor) {
    RecordedStream stream = current;
    if (stream != null) {
      waiting.forEach(one -> take(one, stream, monitor));
    }
    waiting.clear();
    current = null;
  }

  private static long last(Incident incident) {
    return incident.ended().orElse(incident.updated());
  }

  private static long margin(Incident incident) {
    return Math.max(last(incident) - incident.since(), SHORTEST_MARGIN);
  }

  private void take(ScoredRun.StreamIncident one, RecordedStream stream, StreamMonitor monitor) {
    Incident incident = one.incident();
    long from = TimeUnit.NANOSECONDS.toMillis(incident.since() - margin(incident));
    long to = TimeUnit.NANOSECONDS.toMillis(last(incident) + margin(incident)) + 1;
    int sensors = model.map().sensors().size();
    boolean room = taken.isEmpty() || curves + sensors <= MOST_CURVES;
    curves += room ? sensors : 0;
    taken.add(
        new Taken(
            one,
            stream.detail(monitor.status()),
            room ? Optional.of(stream.history(from, to)) : Optional.empty()));
  }

  /**
   * The map that judged the readings.
   *
   * @return as the page's list of streams has it; null before any reading
   */
  public @Nullable ObjectNode map() {
    return map;
  }

  /**
   * The incidents with their records, in the order of the file.
   *
   * @return a new list
   */
  public List<View> views() {
    ObjectNode[] records = records();
    List<View> views = new ArrayList<>();
    for (int i = 0; i < records.length; i++) {
      Taken one = taken.get(i);
      views.add(
          new View(
              one.of().stream(),
              one.of().incident().number(),
              records[i],
              one.detail(),
              one.history()));
    }
    // A short incident is over with its surroundings before a long one that began earlier.
    views.sort(Comparator.comparingInt(View::stream).thenComparingLong(View::number));
    return views;
  }

  /** As live: each record rests on what opened and ended before its incident was over. */
  private ObjectNode[] records() {
    IncidentBook book = new IncidentBook();
    IncidentComposer composer =
        IncidentComposer.ofMain(
            model.map(), units, book, InstantSource.fixed(Instant.EPOCH), names);
    List<Taken> opening = new ArrayList<>(taken);
    opening.sort(Comparator.comparingLong(one -> one.of().incident().opened()));
    List<Integer> ending = new ArrayList<>();
    for (int i = 0; i < taken.size(); i++) {
      ending.add(i);
    }
    ending.sort(Comparator.comparingLong(i -> last(taken.get(i).of().incident())));
    ObjectNode[] records = new ObjectNode[taken.size()];
    int opened = 0;
    for (int i : ending) {
      ScoredRun.StreamIncident one = taken.get(i).of();
      while (opened < opening.size()
          && opening.get(opened).of().incident().opened() <= last(one.incident())) {
        book.add(open(opening.get(opened)));
        opened++;
      }
      records[i] = composer.compose(id(one.stream()), one.incident(), Optional.empty());
      IncidentRecords.read(IncidentRecords.bytes(records[i])).ifPresent(book::add);
    }
    return records;
  }

  private IncidentEntry open(Taken one) {
    String stream = id(one.of().stream());
    long opened = one.of().incident().opened();
    return new IncidentEntry.Happening(
        IncidentRecords.id(stream, opened),
        stream,
        opened,
        false,
        Map.of(),
        JsonNodeFactory.instance.objectNode());
  }
}

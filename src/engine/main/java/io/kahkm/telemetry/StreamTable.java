package io.kahkm.telemetry;

import io.kahkm.telemetry.condition.Condition;
import io.kahkm.telemetry.condition.Moment;
import io.kahkm.telemetry.condition.Silence;
import io.kahkm.text.StreamNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The streams an instance holds. Thread-safe. An id that a foreign partitioner put on two
 * partitions is one entry, of the partition that was heard last: two streams may not share a label.
 */
public final class StreamTable {
  private static final Comparator<Ranked> ALARM_FIRST =
      Comparator.comparing((Ranked ranked) -> !ranked.alarm)
          .thenComparingLong(ranked -> ranked.stream.order());

  /** Null where every alarm is a page. */
  private final @Nullable FleetBudget budget;

  private final Map<String, TrackedStream> streams = new ConcurrentHashMap<>();
  private final Map<Integer, Integer> forgettingHeld = new ConcurrentHashMap<>();
  private final AtomicLong appeared = new AtomicLong();
  private final boolean certified;
  private final StreamNames names;

  /**
   * No streams yet.
   *
   * @param certified whether streams have certificates of their own
   * @param budget of pages; empty where every alarm is one
   * @param names what people call the streams
   */
  StreamTable(boolean certified, Optional<FleetBudget> budget, StreamNames names) {
    this.names = names;
    this.certified = certified;
    this.budget = budget.orElse(null);
  }

  /** The alarm is read once, or it could change while the streams are being sorted by it. */
  private record Ranked(TrackedStream stream, boolean alarm) {}

  TrackedStream track(int partition, String id, long now) {
    TrackedStream known = streams.get(id);
    if (known != null && known.partition() == partition) {
      return known;
    }
    return streams.compute(
        id,
        (key, present) ->
            present != null && present.partition() == partition
                ? present
                : moved(
                    present,
                    new TrackedStream(
                        key,
                        names.of(key),
                        partition,
                        appeared.getAndIncrement(),
                        now,
                        certified)));
  }

  private static TrackedStream moved(TrackedStream old, TrackedStream now) {
    if (old != null) {
      old.history().ifPresent(now::history);
    }
    return now;
  }

  /**
   * Does something to a stream while it is in the table and stays there; nothing if another entry
   * has taken its place, to which it would be lost.
   */
  void whilePresent(TrackedStream stream, Runnable action) {
    streams.computeIfPresent(
        stream.id(),
        (id, present) -> {
          if (present == stream) {
            action.run();
          }
          return present;
        });
  }

  /**
   * Forgets the streams of a partition.
   *
   * @return how many of them had a history
   */
  int leave(int partition) {
    forgettingHeld.remove(partition);
    return List.copyOf(streams.keySet()).stream().mapToInt(id -> forget(partition, id)).sum();
  }

  /**
   * Forgets one stream of a partition, unless another one has taken it over, with its history.
   *
   * @return 1 if it had a history, else 0
   */
  int forget(int partition, String id) {
    TrackedStream known = streams.get(id);
    if (known == null || known.partition() != partition || !streams.remove(id, known)) {
      return 0;
    }
    return known.history().isPresent() ? 1 : 0;
  }

  /** Takes note of streams of a partition that are kept because too many are due. */
  void forgettingHeld(int partition, int held) {
    forgettingHeld.put(partition, held);
  }

  /**
   * Whether an alarm of a stream is a page.
   *
   * @param now wall clock in milliseconds
   * @return empty where the stream is not in alarm, or every alarm is one
   */
  public Optional<Boolean> paged(TrackedStream stream, long now) {
    if (budget == null || !stream.lastState().abnormal()) {
      return Optional.empty();
    }
    budget.decide(streams.values(), now);
    return Optional.of(stream.isPaged());
  }

  /** Streams of all partitions that are due to be forgotten and kept. */
  int forgettingHeld() {
    return forgettingHeld.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The stream of an id, empty if this instance does not hold it. */
  public Optional<TrackedStream> find(String id) {
    return Optional.ofNullable(streams.get(id));
  }

  /** All streams, in no order; a view that follows the table. */
  public Collection<TrackedStream> all() {
    return streams.values();
  }

  /**
   * The streams that get series of their own: those in alarm, then the others, each in order of
   * appearance; none that ended.
   */
  List<TrackedStream> first(int limit, Moment moment) {
    List<Ranked> ranked = new ArrayList<>(streams.size());
    for (TrackedStream stream : streams.values()) {
      if (stream.silence(moment) != Silence.ENDED) {
        ranked.add(new Ranked(stream, stream.inAlarm(moment)));
      }
    }
    List<TrackedStream> chosen = new ArrayList<>();
    Set<String> labels = new HashSet<>();
    for (Ranked candidate : smallest(ranked, ALARM_FIRST, limit)) {
      // A short id can be made to look like the shortened label of a long one.
      if (labels.add(candidate.stream.label())) {
        chosen.add(candidate.stream);
      }
    }
    return chosen;
  }

  /**
   * The first streams of an order.
   *
   * @param order what comes first
   * @param choice which streams are asked for
   * @param moment when somebody looks
   */
  public List<TrackedStream> page(
      StreamOrder order, StreamChoice choice, Moment moment, int limit) {
    // A stream that is forgotten and comes back may be met again: its last entry counts.
    Map<String, StreamOrder.Place> places = new HashMap<>();
    for (TrackedStream stream : streams.values()) {
      Condition condition = stream.condition(moment);
      if (choice.contains(stream.id(), stream.name(), condition.state())) {
        places.put(
            stream.id(),
            new StreamOrder.Place(stream, condition.rank(), stream.severity(), stream.heard()));
      }
    }
    return smallest(places.values(), order.comparator(), limit).stream()
        .map(StreamOrder.Place::stream)
        .toList();
  }

  /** The smallest elements in order, without sorting the rest. */
  private static <T> List<T> smallest(Collection<T> all, Comparator<T> order, int limit) {
    if (limit == 0) {
      return List.of();
    }
    PriorityQueue<T> kept = new PriorityQueue<>(order.reversed());
    for (T element : all) {
      if (kept.size() < limit) {
        kept.add(element);
      } else if (order.compare(element, kept.peek()) < 0) {
        kept.poll();
        kept.add(element);
      }
    }
    List<T> sorted = new ArrayList<>(kept);
    sorted.sort(order);
    return sorted;
  }
}

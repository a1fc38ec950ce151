package io.kahkm.incident;

import io.kahkm.internal.incident.Similarity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is known of all incidents of an application, whichever instance holds their streams: the
 * latest record of every key of the topic. The oldest ended incidents that nobody marked or wants
 * accepted are forgotten first; of what persons said of incidents that of unknown ones, of
 * shelvings the one that ends first: the topic may hold more than the heap. Thread-safe.
 */
public final class IncidentBook {
  /** Incidents that are kept, and as many marks, acknowledgements, requests and shelvings. */
  static final int MOST = 10_000;

  /** Less alike than that, and one tells nothing of the other. */
  private static final double ALIKE = 0.8;

  private static final int MOST_SIMILAR = 3;
  private static final int MOST_NEIGHBOURS = 20;

  /** Event time within which incidents of other streams are neighbours. */
  private static final long NEIGHBOURHOOD = 600_000_000_000L;

  /** How far the clock of whoever shelves may be ahead. */
  private static final long CLOCK_DIFFERENCE = 3_600_000_000_000L;

  private final Map<String, IncidentEntry.Happening> incidents = new LinkedHashMap<>();
  private final Map<String, IncidentEntry.Mark> marks = new LinkedHashMap<>();
  private final Map<String, IncidentEntry.Acknowledgement> acknowledgements = new LinkedHashMap<>();
  private final Map<String, IncidentEntry.AcceptRequest> requests = new LinkedHashMap<>();
  private final Map<String, IncidentEntry.Shelving> shelvings = new LinkedHashMap<>();
  private final int most;
  private volatile boolean complete;

  /** Nothing is known. */
  public IncidentBook() {
    this(MOST);
  }

  IncidentBook(int most) {
    this.most = most;
  }

  /**
   * An incident that resembles another.
   *
   * @param incident the ended one
   * @param similarity cosine of what the sensors contributed, at most 1
   * @param mark what a person called it, empty where nobody did
   */
  public record Similar(
      IncidentEntry.Happening incident, double similarity, Optional<IncidentEntry.Mark> mark) {}

  /** Takes note that all that the topic held when it was first read is here. */
  void complete() {
    complete = true;
  }

  /**
   * Whether all that the topic held when it was first read is here; before, shelvings may be
   * missing.
   *
   * @return true from then on; never where nobody follows the topic
   */
  public boolean isComplete() {
    return complete;
  }

  /**
   * Takes a record.
   *
   * @param entry replaces the one of the same key
   */
  public synchronized void add(IncidentEntry entry) {
    if (entry instanceof IncidentEntry.Mark mark) {
      keep(marks, mark.incident(), mark);
    } else if (entry instanceof IncidentEntry.Acknowledgement seen) {
      keep(acknowledgements, seen.incident(), seen);
    } else if (entry instanceof IncidentEntry.AcceptRequest request) {
      keep(requests, request.incident(), request);
    } else if (entry instanceof IncidentEntry.Shelving shelving) {
      shelvings.put(shelving.stream(), shelving.limited());
      if (shelvings.size() > most) {
        forgetShelving();
      }
    } else if (entry instanceof IncidentEntry.Happening happening) {
      incidents.remove(happening.id());
      incidents.put(happening.id(), happening);
      if (incidents.size() > most) {
        forgetOldest();
      }
    }
  }

  /**
   * Keeps what a person said of an incident. There are no more incidents than what is said of them
   * may be: one of too many is of none that is known.
   */
  private <T> void keep(Map<String, T> said, String incident, T entry) {
    said.remove(incident);
    said.put(incident, entry);
    if (said.size() > most) {
      said.keySet().stream()
          .filter(of -> !incidents.containsKey(of))
          .findFirst()
          .ifPresent(said::remove);
    }
  }

  private void forgetShelving() {
    shelvings.values().stream()
        .min(Comparator.comparingLong(IncidentEntry.Shelving::until))
        .ifPresent(first -> shelvings.remove(first.stream()));
  }

  /** Whether a person said something that is still of use. */
  private boolean spokenOf(String id) {
    IncidentEntry.AcceptRequest request = requests.get(id);
    return marks.containsKey(id) || (request != null && request.answer().isEmpty());
  }

  private void forgetOldest() {
    Iterator<IncidentEntry.Happening> oldest = incidents.values().iterator();
    while (oldest.hasNext()) {
      IncidentEntry.Happening candidate = oldest.next();
      if (candidate.over() && !spokenOf(candidate.id())) {
        oldest.remove();
        acknowledgements.remove(candidate.id());
        requests.remove(candidate.id());
        return;
      }
    }
    String first = incidents.keySet().iterator().next();
    incidents.remove(first);
    marks.remove(first);
    acknowledgements.remove(first);
    requests.remove(first);
  }

  /**
   * The ended incidents that resemble one most, marked ones first, the most alike first.
   *
   * @param id the incident itself, which is left out
   * @param shares share of every sensor by name
   * @return at most three
   */
  public synchronized List<Similar> similar(String id, Map<String, Double> shares) {
    List<Similar> found = new ArrayList<>();
    for (IncidentEntry.Happening other : incidents.values()) {
      if (other.over() && !other.ofShadow() && !other.id().equals(id)) {
        double similarity = similarity(shares, other.shares());
        if (similarity >= ALIKE) {
          found.add(new Similar(other, similarity, Optional.ofNullable(marks.get(other.id()))));
        }
      }
    }
    found.sort(
        Comparator.comparing((Similar similar) -> similar.mark().isEmpty())
            .thenComparing(Comparator.comparingDouble(Similar::similarity).reversed())
            .thenComparing(similar -> similar.incident().id()));
    return List.copyOf(found.subList(0, Math.min(MOST_SIMILAR, found.size())));
  }

  private static double similarity(Map<String, Double> one, Map<String, Double> other) {
    Set<String> names = new TreeSet<>(one.keySet());
    names.addAll(other.keySet());
    return Similarity.of(vector(one, names), vector(other, names));
  }

  private static double[] vector(Map<String, Double> shares, Set<String> names) {
    return names.stream().mapToDouble(name -> shares.getOrDefault(name, 0.0)).toArray();
  }

  /**
   * Streams of which an incident opened within ten minutes of event time.
   *
   * @param stream left out
   * @param opened event time in nanoseconds
   * @return at most twenty, in order
   */
  public synchronized List<String> neighbours(String stream, long opened) {
    return incidents.values().stream()
        .filter(other -> !other.ofShadow() && !other.stream().equals(stream))
        .filter(other -> near(other.opened(), opened))
        .map(IncidentEntry.Happening::stream)
        .distinct()
        .sorted()
        .limit(MOST_NEIGHBOURS)
        .toList();
  }

  /** Times may be centuries apart: then their difference overflows. */
  private static boolean near(long one, long other) {
    long difference = Math.max(one, other) - Math.min(one, other);
    return difference >= 0 && difference <= NEIGHBOURHOOD;
  }

  /**
   * Until when a stream is shelved.
   *
   * @param stream stream id
   * @param now wall clock in nanoseconds
   * @return the shelving, empty where there is none or it is over
   */
  public synchronized Optional<IncidentEntry.Shelving> shelved(String stream, long now) {
    return Optional.ofNullable(shelvings.get(stream))
        .filter(shelving -> shelving.when() <= now + CLOCK_DIFFERENCE && shelving.until() > now);
  }

  /**
   * The streams that were ever shelved.
   *
   * @return their ids, also of shelvings that are over
   */
  public synchronized Set<String> shelvedStreams() {
    return Set.copyOf(shelvings.keySet());
  }

  /**
   * What a person called an incident.
   *
   * @param id identity of the incident
   * @return the last mark, empty where there is none
   */
  public synchronized Optional<IncidentEntry.Mark> mark(String id) {
    return Optional.ofNullable(marks.get(id));
  }

  /**
   * Who has seen an incident.
   *
   * @param id identity of the incident
   * @return the last acknowledgement, empty where there is none
   */
  public synchronized Optional<IncidentEntry.Acknowledgement> acknowledgement(String id) {
    return Optional.ofNullable(acknowledgements.get(id));
  }

  /**
   * Who wants an incident accepted as normal.
   *
   * @param id identity of the incident
   * @return the last request, empty where there is none
   */
  public synchronized Optional<IncidentEntry.AcceptRequest> request(String id) {
    return Optional.ofNullable(requests.get(id));
  }

  /**
   * The requests to accept incidents that nobody has carried out.
   *
   * @return in the order in which they were written, as far as known
   */
  public synchronized List<IncidentEntry.AcceptRequest> openRequests() {
    return requests.values().stream().filter(request -> request.answer().isEmpty()).toList();
  }

  /**
   * One incident.
   *
   * @param id its identity
   * @return its last record
   */
  public synchronized Optional<IncidentEntry.Happening> find(String id) {
    return Optional.ofNullable(incidents.get(id));
  }

  /**
   * All incidents, those that opened last first.
   *
   * @return a copy
   */
  public synchronized List<IncidentEntry.Happening> latest() {
    return incidents.values().stream()
        .sorted(
            Comparator.comparingLong(IncidentEntry.Happening::opened)
                .reversed()
                .thenComparing(IncidentEntry.Happening::id))
        .toList();
  }
}

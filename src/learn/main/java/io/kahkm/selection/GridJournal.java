package io.kahkm.selection;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The scores of a search on disk: a CSV file with one line per fit, behind lines that say what was
 * searched. Every line is on disk before the search goes on; a line that was cut off by a kill is
 * dropped at the next start. One process at a time: the file is locked while it is open.
 *
 * <pre>
 * # kahkm grid 1
 * # data=9f2c..          one line per setting
 * classes,omega,repetition,noise,failure,rhoVar,rhoRank,E_1,R2_1,E_10,R2_10
 * 10,2.0,0,0.0,,0.41,0.12,0.003,0.98,0.05,0.9
 * </pre>
 *
 * R2 is NaN where it is undefined. Numbers are written so that they read back exactly.
 */
public final class GridJournal implements AutoCloseable {
  private static final String MAGIC = "# kahkm grid 1";
  private static final String COMMENT = "# ";
  private static final List<String> FIXED =
      List.of("classes", "omega", "repetition", "noise", "failure", "rhoVar", "rhoRank");

  private final Path file;
  private final FileChannel channel;
  private final BufferedWriter writer;
  private final List<Integer> horizons;
  private final Map<RunKey, RunScore> scores = new LinkedHashMap<>();

  private GridJournal(Path file, List<Integer> horizons, FileChannel channel) {
    this.file = file;
    this.horizons = horizons;
    this.channel = channel;
    writer = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8));
  }

  /** The file holds the scores of another search. */
  public static final class OtherSearchException extends IOException {
    private static final long serialVersionUID = 1L;

    OtherSearchException(String message) {
      super(message);
    }
  }

  /**
   * Opens a journal, creating it where there is none.
   *
   * @param file the file
   * @param identity everything that a run's score depends on besides its key and this program, by
   *     name: settings, a digest of the data and one of code outside of {@link
   *     ProgramDigest#ofFitting}; no line breaks, no equals signs in the names
   * @param horizons the horizons that are scored; they belong to the identity
   * @param restart whether to discard what is there
   * @return the journal with all scores it holds
   * @throws OtherSearchException if the file's identity differs; the message says in what
   * @throws IOException if the file cannot be read or written, is no journal, or is open elsewhere
   */
  public static GridJournal open(
      Path file, Map<String, String> identity, List<Integer> horizons, boolean restart)
      throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      lock(file, channel);
      GridJournal journal = new GridJournal(file, List.copyOf(horizons), channel);
      String text = wholeLines(file);
      requireJournal(file, text);
      if (restart || !text.contains("\n" + FIXED.get(0) + ",")) {
        journal.start(identity);
      } else {
        journal.read(text.lines().toList(), identity);
        journal.continueAfter(text);
      }
      return journal;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void lock(Path file, FileChannel channel) throws IOException {
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // Open in this process: the same answer as for another one.
    }
    if (lock == null) {
      throw new IOException(file + " is in use: another search writes it");
    }
  }

  /** What follows the last line break was cut off while it was written. */
  private static String wholeLines(Path file) throws IOException {
    String text = Files.readString(file);
    return text.substring(0, text.lastIndexOf('\n') + 1);
  }

  /** Nothing else is overwritten, whatever the user asks for. */
  private static void requireJournal(Path file, String text) throws IOException {
    if (!text.isEmpty() && !text.startsWith(MAGIC + "\n")) {
      throw new IOException(file + " is no journal of a grid and is left as it is");
    }
  }

  private void read(List<String> lines, Map<String, String> identity) throws IOException {
    Map<String, String> found = new LinkedHashMap<>();
    int next = 1;
    for (; next < lines.size() && lines.get(next).startsWith(COMMENT); next++) {
      String[] parts = lines.get(next).substring(COMMENT.length()).split("=", 2);
      found.put(parts[0], parts.length == 2 ? parts[1] : "");
    }
    requireSame(found, withProgram(identity));
    for (String line : lines.subList(Math.min(next + 1, lines.size()), lines.size())) {
      try {
        read(line.split(",", -1));
      } catch (IllegalArgumentException e) {
        throw new IOException(file + " has a damaged line: " + line, e);
      }
    }
  }

  private void requireSame(Map<String, String> found, Map<String, String> wanted)
      throws OtherSearchException {
    TreeSet<String> names = new TreeSet<>(found.keySet());
    names.addAll(wanted.keySet());
    String differences =
        names.stream()
            .filter(name -> !found.getOrDefault(name, "").equals(wanted.getOrDefault(name, "")))
            .map(
                name ->
                    name
                        + " was "
                        + found.getOrDefault(name, "not set")
                        + " and is "
                        + wanted.getOrDefault(name, "not set"))
            .collect(Collectors.joining("; "));
    if (!differences.isEmpty()) {
      throw new OtherSearchException(file + " holds the scores of another search: " + differences);
    }
  }

  private Map<String, String> withProgram(Map<String, String> identity) {
    Map<String, String> all = new LinkedHashMap<>(identity);
    all.put("program", ProgramDigest.ofFitting());
    all.put("horizons", horizons.stream().map(String::valueOf).collect(Collectors.joining(",")));
    return all;
  }

  private void read(String[] cells) {
    if (cells.length != FIXED.size() + 2 * horizons.size()) {
      throw new IllegalArgumentException(cells.length + " cells");
    }
    RunKey key =
        new RunKey(
            new Candidate(Integer.parseInt(cells[0]), Double.parseDouble(cells[1])),
            Integer.parseInt(cells[2]),
            Double.parseDouble(cells[3]));
    if (!cells[4].isEmpty()) {
      scores.put(key, RunScore.failed(cells[4]));
      return;
    }
    List<HorizonScore> found = new ArrayList<>();
    for (int h = 0; h < horizons.size(); h++) {
      double r2 = Double.parseDouble(cells[FIXED.size() + 2 * h + 1]);
      found.add(
          new HorizonScore(
              horizons.get(h),
              Double.parseDouble(cells[FIXED.size() + 2 * h]),
              Double.isNaN(r2) ? OptionalDouble.empty() : OptionalDouble.of(r2)));
    }
    double rhoVar = Double.parseDouble(cells[5]);
    scores.put(key, RunScore.of(found, rhoVar, Double.parseDouble(cells[6])));
  }

  private String header() {
    StringBuilder text = new StringBuilder(String.join(",", FIXED));
    horizons.forEach(h -> text.append(",E_").append(h).append(",R2_").append(h));
    return text.toString();
  }

  private void start(Map<String, String> identity) throws IOException {
    channel.truncate(0);
    writer.write(MAGIC + "\n");
    for (Map.Entry<String, String> entry : withProgram(identity).entrySet()) {
      writer.write(COMMENT + entry.getKey() + "=" + entry.getValue() + "\n");
    }
    writer.write(header() + "\n");
    writer.flush();
    channel.force(true);
  }

  private void continueAfter(String text) throws IOException {
    channel.truncate(text.getBytes(StandardCharsets.UTF_8).length);
    channel.position(channel.size());
  }

  private String line(RunKey key, RunScore score) {
    List<String> cells =
        new ArrayList<>(
            Arrays.asList(
                Integer.toString(key.candidate().classes()),
                Double.toString(key.candidate().omega()),
                Integer.toString(key.repetition()),
                Double.toString(key.noise()),
                score.failure().replaceAll("[,\\r\\n]", ";"),
                Double.toString(score.rhoVar()),
                Double.toString(score.rhoRank())));
    for (int horizon : horizons) {
      cells.add(Double.toString(score.relativeError(horizon)));
      cells.add(Double.toString(score.r2(horizon).orElse(Double.NaN)));
    }
    return String.join(",", cells);
  }

  /**
   * What the journal holds.
   *
   * @return scores by run, not modifiable
   */
  Map<RunKey, RunScore> scores() {
    return Collections.unmodifiableMap(scores);
  }

  /**
   * Number of fits that need not be made again.
   *
   * @return number of scores
   */
  public int size() {
    return scores.size();
  }

  /** Adds a score; it is on disk when this returns. */
  void append(RunKey key, RunScore score) throws IOException {
    writer.write(line(key, score) + "\n");
    writer.flush();
    channel.force(false);
    scores.put(key, score);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}

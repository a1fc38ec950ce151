package io.kahkm.reproduce;

import io.kahkm.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Commands of the product, run in this process on files of a folder that is removed afterwards. */
public final class ProductCommands implements AutoCloseable {
  /** A word of the command line that {@code init} prints: plain, or in single quotes. */
  private static final String REPLACE = "--replace";

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  private static final String FIT = "  ./kahkm fit ";

  private final Path folder;
  private final Function<String[], CommandLine> lines;

  /** With a new folder and the commands of production. */
  public ProductCommands() {
    this(Main::commandLineFor);
  }

  /**
   * With a new folder.
   *
   * @param lines gives the command line for what is to be executed
   */
  public ProductCommands(Function<String[], CommandLine> lines) {
    this.lines = lines;
    try {
      folder = Files.createTempDirectory("kahkm-study");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A file of the folder.
   *
   * @param name of the file
   * @return its path; it need not exist
   */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /**
   * Writes a file of the folder, over an earlier one of its name.
   *
   * @param name of the file
   * @param header its first line
   * @param rows the others
   * @return its path
   * @throws IOException if it cannot be written
   */
  public Path write(String name, String header, List<String> rows) throws IOException {
    List<String> all = new ArrayList<>(List.of(header));
    all.addAll(rows);
    return Files.write(file(name), all);
  }

  /**
   * Runs a command.
   *
   * @param arguments its name and what follows
   * @return what it printed
   * @throws IllegalStateException with its messages if it fails
   */
  public String run(List<String> arguments) {
    Ended ended = end(arguments);
    if (ended.code() != 0) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT, "%s ended with %d: %s", arguments, ended.code(), ended.words()));
    }
    return ended.words();
  }

  /**
   * What a command came to.
   *
   * @param code its exit code
   * @param words what it printed
   */
  public record Ended(int code, String words) {}

  /**
   * Runs a command that may fail. The folder is the study's own: what a command writes replaces
   * what an earlier one wrote.
   *
   * @param arguments its name and what follows
   * @return what it came to
   */
  public Ended end(List<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = lines.apply(arguments.toArray(String[]::new));
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    List<String> words = new ArrayList<>(arguments);
    CommandLine command = line.getSubcommands().get(arguments.get(0));
    if (command != null && command.getCommandSpec().findOption(REPLACE) != null) {
      words.add(REPLACE);
    }
    int code = line.execute(words.toArray(String[]::new));
    return new Ended(code, out.toString() + err);
  }

  /**
   * {@code init} on a file, then the {@code fit} that it proposes.
   *
   * @param recording rows to fit
   * @return what was made
   */
  public Fitted initAndFit(Path recording) {
    Path topology = file("plant.yaml");
    Path model = file("plant.safetensors");
    String printed = run(List.of("init", recording.toString(), "--output", topology.toString()));
    String proposed =
        printed
            .lines()
            .filter(line -> line.startsWith(FIT))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("init proposes no fit: " + printed));
    List<String> arguments = new ArrayList<>(List.of("fit"));
    Matcher words = WORD.matcher(proposed.substring(FIT.length()));
    while (words.find()) {
      arguments.add(words.group(1) == null ? words.group(2) : words.group(1));
    }
    return new Fitted(topology, model, run(arguments));
  }

  /**
   * What {@code fit} made.
   *
   * @param topology the drafted file
   * @param model the fitted model
   * @param words what it said
   */
  public record Fitted(Path topology, Path model, String words) {}

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.kahkm.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * Command lines whose commands say and write what a test tells them to, in place of those of the
 * product: what a study makes of their figures can then be computed by hand.
 */
public final class StandInCommands {
  /** What a command does with its words. */
  public interface Action {
    /**
     * Carries out a command.
     *
     * @param words behind its name
     * @return what it prints
     */
    String run(List<String> words) throws IOException;
  }

  /** A command that takes any words. */
  @Command
  private static final class Any implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Unmatched private List<String> words = new ArrayList<>();
    private final Action action;

    Any(Action action) {
      this.action = action;
    }

    @Override
    public Integer call() throws IOException {
      spec.commandLine().getOut().print(action.run(words));
      spec.commandLine().getOut().flush();
      return 0;
    }
  }

  /** The command line itself does nothing. */
  @Command
  private static final class Root implements Runnable {
    @Override
    public void run() {}
  }

  private StandInCommands() {}

  /**
   * A command line.
   *
   * @param actions by the names of their commands
   * @return new
   */
  public static CommandLine of(Map<String, Action> actions) {
    CommandLine line = new CommandLine(new Root());
    actions.forEach((name, action) -> line.addSubcommand(name, new Any(action)));
    return line;
  }

  /**
   * What follows an option.
   *
   * @param words of a command
   * @param option its name
   * @return the word behind it, empty where it is not there
   */
  public static String option(List<String> words, String option) {
    int at = words.indexOf(option);
    return at < 0 ? "" : words.get(at + 1);
  }

  /**
   * An {@code init} that proposes a {@code fit} of its file.
   *
   * @param words of the command
   * @return what it prints
   */
  public static String init(List<String> words) throws IOException {
    Files.writeString(Path.of(option(words, "--output")), "name: plant\n");
    return "Next:\n  ./kahkm fit 'plant file' --input " + words.get(0) + "\n";
  }
}

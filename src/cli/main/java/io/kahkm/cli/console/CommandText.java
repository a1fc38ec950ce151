package io.kahkm.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** A command line to copy, made of the one that was given. */
public final class CommandText {
  /** What a shell takes as it is. */
  private static final Pattern PLAIN = Pattern.compile("[\\w./:@%+=,-]+");

  private CommandText() {}

  /**
   * The command line with some options left out and others added.
   *
   * @param command the command that runs
   * @param without names of options that are left out
   * @param more arguments that are added at the end
   * @return one line for a POSIX shell
   */
  public static String of(CommandSpec command, Set<String> without, List<String> more) {
    ParseResult given = command.commandLine().getParseResult();
    List<String> words = new ArrayList<>(List.of(command.qualifiedName().split(" ")));
    for (PositionalParamSpec parameter : given.matchedPositionalsSet()) {
      words.addAll(parameter.originalStringValues());
    }
    for (OptionSpec option : given.matchedOptionsSet()) {
      if (without.contains(option.longestName())) {
        continue;
      }
      if (option.arity().max() == 0) {
        words.add(option.longestName());
      } else {
        option.originalStringValues().forEach(value -> add(words, option.longestName(), value));
      }
    }
    words.addAll(more);
    return String.join(" ", words.stream().map(CommandText::quoted).toList());
  }

  private static void add(List<String> words, String option, String value) {
    words.add(option);
    words.add(value);
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}

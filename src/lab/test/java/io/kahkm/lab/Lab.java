package io.kahkm.lab;

import io.kahkm.cli.Cli;
import java.nio.file.Path;

/** Commands of the lab's command line, run in this process. */
public final class Lab {
  private Lab() {}

  /** Runs a command. */
  public static Cli run(String... arguments) {
    return Cli.run(Main.commandLineFor(arguments), arguments);
  }

  /** Runs a command whose arguments are separated by blanks, with more appended. */
  public static Cli words(String words, Path... more) {
    return run(Cli.split(words, more));
  }
}

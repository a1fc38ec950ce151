package io.kahkm.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.cli.csv.CsvSink;
import io.kahkm.testing.Golden;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * One command run in this process.
 *
 * @param code exit code
 * @param out standard output
 * @param err standard error
 */
public record Cli(int code, String out, String err) {
  public static Cli run(String... arguments) {
    return run(Main.commandLineFor(arguments), arguments);
  }

  /** Runs a command of another command line than that of production. */
  public static Cli run(CommandLine line, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    int code = line.execute(arguments);
    return new Cli(code, out.toString(), err.toString());
  }

  /** Runs a command whose arguments are separated by blanks, with more appended. */
  public static Cli words(String words, Path... more) {
    return run(split(words, more));
  }

  /** The arguments of {@link #words}. */
  public static String[] split(String words, Path... more) {
    List<String> arguments = new ArrayList<>(List.of(words.split(" ")));
    for (Path path : more) {
      arguments.add(path.toString());
    }
    return arguments.toArray(new String[0]);
  }

  public JsonNode json() {
    if (code != 0) {
      throw new AssertionError("exit code " + code + ": " + err);
    }
    try {
      return new ObjectMapper().readTree(out);
    } catch (IOException e) {
      throw new AssertionError(out, e);
    }
  }

  /** The path of a reference file. */
  public static String golden(String name) {
    return Path.of("src/core/test/resources/golden", name).toString();
  }

  /** Writes the reference k-means centres of a configuration as a CSV file. */
  public static Path centroids(String configuration, Path folder) {
    Path path = folder.resolve(configuration + "_centroids.csv");
    try (CsvSink sink = CsvSink.create(path, List.of("q", "p"))) {
      for (double[] row : Golden.rows(Golden.json(configuration).get("kmeans_centers"))) {
        sink.write(List.of(row[0], row[1]));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return path;
  }

  /** Fits a reference configuration with the paper's options; returns the model file. */
  public static Path fit(String system, String configuration, String omega, Path folder) {
    Path model = folder.resolve(configuration + ".safetensors");
    Cli fit =
        run(
            "fit",
            "--input",
            golden(system + "_train_seeds_0_1_2.csv"),
            "--state",
            "q,p",
            "--episode",
            "seed",
            "--omega",
            omega,
            "--centroids",
            centroids(configuration, folder).toString(),
            "--regularization",
            "authors",
            "--far-field",
            "paper",
            "--scaling",
            "none",
            "--holdout",
            "0",
            "--references",
            "all",
            "--output",
            model.toString());
    if (fit.code() != 0) {
      throw new AssertionError(fit.err());
    }
    return model;
  }
}

package io.kahkm.cli.recording;

import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.rows.RowFile;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Which rows of a recording are used: all but excluded stretches, or so many of them. */
final class UsedRowsOptions {
  @Option(
      names = "--exclude",
      split = ",",
      paramLabel = "FROM/TO",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description =
          "Stretches of the recording to exclude, such as"
              + " 2026-01-01T00:00:00Z/2026-01-06T12:00:00Z; row numbers from 1 where rows have no"
              + " time. The report of a fit names those that look like faults of sensors.")
  private List<String> exclude = List.of();

  @Option(
      names = "--rows",
      defaultValue = "" + RowFile.Wanted.USUAL_MOST,
      paramLabel = "N",
      description =
          "How many rows are used of a recording with more: ten stretches, evenly spread over every"
              + " stream; or all, which takes time and memory for every row.")
  private String rows;

  /** Tells the options of the file which rows are used. */
  void putInto(InputOptions data) {
    data.exclude = exclude;
    data.mostRows = mostRows();
  }

  private OptionalLong mostRows() {
    if (rows.equals("all")) {
      return OptionalLong.empty();
    }
    long most;
    try {
      most = Long.parseLong(rows);
    } catch (NumberFormatException e) {
      throw new UsageException("--rows is '" + rows + "', must be all or a number");
    }
    if (most < 1) {
      throw new UsageException("--rows is " + rows + ", must be at least 1");
    }
    return OptionalLong.of(most);
  }

  /** Puts what a model's provenance says of stretches that were excluded. */
  void putProvenance(Map<String, String> strings) {
    if (!exclude.isEmpty()) {
      strings.put("excluded", String.join(",", exclude));
    }
  }
}

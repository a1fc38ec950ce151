package io.kahkm.bench;

import io.kahkm.plot.Plot;
import io.kahkm.report.ResultTable;
import java.util.List;
import java.util.Map;

/**
 * What a benchmark found.
 *
 * @param tables in the order they are read; a table that says it did not pass makes the command
 *     fail
 * @param pictures plots by the name of their file, without extension
 */
public record BenchReport(List<ResultTable> tables, Map<String, Plot> pictures) {
  /** Copies the collections. */
  public BenchReport {
    tables = List.copyOf(tables);
    pictures = Map.copyOf(pictures);
  }
}

package io.kahkm.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads the reference numbers under {@code src/core/test/resources/golden}. */
public final class Golden {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Map<String, JsonNode> TREES = new ConcurrentHashMap<>();

  private Golden() {}

  /**
   * Reads a JSON file; every file is parsed once.
   *
   * @param name file name with its ending
   * @return its tree; must not be modified
   */
  public static JsonNode json(String name) {
    return TREES.computeIfAbsent(
        name,
        file -> {
          try (InputStream input = open(file)) {
            return MAPPER.readTree(input);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /**
   * Numbers of a JSON array; the strings "nan", "inf" and "-inf" are understood.
   *
   * @param array an array of numbers
   * @return a new array
   */
  public static double[] vector(JsonNode array) {
    if (!array.isArray()) {
      throw new IllegalArgumentException("array expected, " + array.getNodeType() + " found");
    }
    double[] values = new double[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = number(array.get(i));
    }
    return values;
  }

  /**
   * Rows of a JSON array of arrays.
   *
   * @param array an array of arrays of numbers
   * @return new arrays
   */
  public static double[][] rows(JsonNode array) {
    if (!array.isArray()) {
      throw new IllegalArgumentException("array expected, " + array.getNodeType() + " found");
    }
    double[][] rows = new double[array.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = vector(array.get(i));
    }
    return rows;
  }

  /**
   * One JSON number; the strings "nan", "inf" and "-inf" are understood.
   *
   * @param node a number or such a string
   * @return its value
   */
  public static double number(JsonNode node) {
    if (node.isNumber()) {
      return node.doubleValue();
    }
    return switch (node.asText()) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> throw new IllegalArgumentException("number expected, " + node + " found");
    };
  }

  /**
   * Chosen columns of a CSV file with a header row.
   *
   * @param name file name with its ending
   * @param columns names of the columns, in the wanted order
   * @return one row per line
   */
  public static double[][] csv(String name, String... columns) {
    List<String> lines;
    try (InputStream input = open(name)) {
      lines = new String(input.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> header = Arrays.asList(lines.get(0).split(",", -1));
    int[] positions = new int[columns.length];
    for (int j = 0; j < columns.length; j++) {
      positions[j] = header.indexOf(columns[j]);
      if (positions[j] < 0) {
        throw new IllegalArgumentException(name + " has no column " + columns[j]);
      }
    }
    double[][] rows = new double[lines.size() - 1][columns.length];
    for (int i = 0; i < rows.length; i++) {
      String[] cells = lines.get(i + 1).split(",", -1);
      for (int j = 0; j < columns.length; j++) {
        rows[i][j] = Double.parseDouble(cells[positions[j]]);
      }
    }
    return rows;
  }

  /**
   * Trajectories of a CSV file, split where the seed changes.
   *
   * @param name file name with its ending
   * @param columns names of the state columns
   * @return one trajectory per seed, in file order
   */
  public static List<double[][]> trajectories(String name, String... columns) {
    double[][] states = csv(name, columns);
    double[][] seeds = csv(name, "seed");
    List<double[][]> trajectories = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= states.length; i++) {
      if (i == states.length || seeds[i][0] != seeds[start][0]) {
        trajectories.add(Arrays.copyOfRange(states, start, i));
        start = i;
      }
    }
    return trajectories;
  }

  private static InputStream open(String name) throws FileNotFoundException {
    InputStream input = Golden.class.getResourceAsStream("/golden/" + name);
    if (input == null) {
      throw new FileNotFoundException("golden/" + name + " is not on the class path");
    }
    return input;
  }
}

package io.kahkm.cli.report;

import io.kahkm.config.InputConfig;
import io.kahkm.config.TagsConfig;
import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.input.TagState;
import io.kahkm.topology.TopologyConfig;
import java.util.List;
import java.util.Locale;

/** What it costs to make rows of tags, in words. */
public final class CellCosts {
  private CellCosts() {}

  /**
   * The sentences of a topology file whose records hold tags.
   *
   * @param config the file
   * @return a line each, none where records hold rows
   */
  public static List<String> lines(TopologyConfig config) {
    InputConfig input = config.input();
    if (input.tags().isEmpty()) {
      return List.of();
    }
    TagsConfig tags = input.tags().get();
    AssemblySettings settings = input.assembly().orElseThrow();
    return List.of(place(config, tags), cells(settings));
  }

  private static String place(TopologyConfig config, TagsConfig tags) {
    if (tags.inPlace()) {
      return "Tags: joined in place, because the key of their records is their stream.";
    }
    return String.format(
        Locale.ROOT,
        "Tags: go through the topic %s-%s-repartition, because their records' key is not their"
            + " stream: each record is written and read a second time, and kept there until it is"
            + " read.",
        config.applicationId(),
        TopologyNodes.TAGS_BY_STREAM);
  }

  private static String cells(AssemblySettings settings) {
    return String.format(
        Locale.ROOT,
        "Open steps: up to %,d at a time hold values of a tag. Bytes per stream: %,d with one value"
            + " a step and tags that arrive together, %,d with all those steps filled, never more"
            + " than %,d.",
        settings.mostOpenCells(),
        TagState.usualBytes(settings),
        settings.openBytes(),
        settings.mostBytes());
  }
}

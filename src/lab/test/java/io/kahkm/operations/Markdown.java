package io.kahkm.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What stands in a document: blocks, commands, links, headings, sentences. */
final class Markdown {
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern LINK =
      Pattern.compile("(?:]\\(|src=\"|srcset=\")([^)#\"]*)(?:#([^)\"]+))?[)\"]");
  private static final Pattern NEXT_SENTENCE = Pattern.compile("[.?!] [A-Z]");
  private static final Pattern CODE =
      Pattern.compile("^ *```.*?^ *```|^ {4}.*?$|`[^`\\n]+`", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern LINKED = Pattern.compile("!?\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern TAG = Pattern.compile("<[^>\\n]+>");
  private static final Pattern NAMED = Pattern.compile("<a id=\"([\\w-]+)\"></a>");
  private static final Pattern LABEL = Pattern.compile("(?<!\\*)\\*(?!\\*)[^*\\n]+\\*(?!\\*)");
  private static final Pattern NUMBER = Pattern.compile("^(#+ )?\\d+\\. ");
  private static final List<String> PROGRAMS =
      List.of("./kahkm ", "deploy/local.sh --short ", "deploy/local.sh ");

  private Markdown() {}

  /** A link inside the project: file, empty for the document itself, and heading, or empty. */
  record Link(String path, String anchor) {}

  /** The fenced blocks of a language. */
  static List<String> blocks(String markdown, String language) {
    List<String> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(markdown);
    while (block.find()) {
      if (block.group(1).equals(language)) {
        blocks.add(block.group(2));
      }
    }
    return blocks;
  }

  /** Words after the program's name of every command in the shell blocks. */
  static List<List<String>> commands(String markdown) {
    List<List<String>> commands = new ArrayList<>();
    for (String block : blocks(markdown, "sh")) {
      for (String line : block.replaceAll("\\\\\\n\\s*", "").lines().toList()) {
        String typed = line.replaceAll("\\s+#.*", "").strip();
        for (String start : PROGRAMS) {
          if (typed.startsWith(start)) {
            commands.add(List.of(typed.substring(start.length()).split("\\s+")));
            break;
          }
        }
      }
    }
    return commands;
  }

  /** Links to files of the project and to headings; addresses elsewhere are left out. */
  static List<Link> links(String markdown) {
    List<Link> links = new ArrayList<>();
    Matcher link = LINK.matcher(markdown);
    while (link.find()) {
      if (!link.group(1).contains("://")) {
        links.add(new Link(link.group(1), link.group(2) == null ? "" : link.group(2)));
      }
    }
    return links;
  }

  /** What links call the places of a document: its headings, and names that they once had. */
  static Set<String> anchors(String markdown) {
    Stream<String> headings =
        markdown
            .lines()
            .filter(line -> line.matches("#+ .*"))
            .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
            .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
    Stream<String> names = NAMED.matcher(markdown).results().map(place -> place.group(1));
    return Stream.concat(headings, names).collect(Collectors.toSet());
  }

  /**
   * What the author wrote: blocks of code are gone, and a word stands for each piece of code and
   * each label in italics, which are quoted as the program prints them.
   */
  static String prose(String markdown) {
    String text = CODE.matcher(markdown).replaceAll("`code`");
    text = LINKED.matcher(text).replaceAll("$1");
    return LABEL.matcher(TAG.matcher(text).replaceAll("")).replaceAll("*label*");
  }

  /** Lines of prose, not of code or tables, in which a second sentence begins. */
  static List<String> linesOfSeveralSentences(String markdown) {
    return prose(markdown)
        .lines()
        .filter(line -> !line.startsWith("|"))
        .filter(line -> NEXT_SENTENCE.matcher(NUMBER.matcher(line).replaceFirst("")).find())
        .toList();
  }
}

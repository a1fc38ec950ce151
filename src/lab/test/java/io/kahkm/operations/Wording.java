package io.kahkm.operations;

import io.kahkm.testing.ProjectFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The words that the project does not use, because its field has better ones or because they are a
 * translation, and where a text uses them; and sentences that are too long to be read once.
 *
 * <p>The list is {@code src/lab/test/resources/wording/words.txt}, for messages {@code
 * messages.txt} too. Patterns find a word in the wrong sense only, so that no text needs an
 * exception.
 */
final class Wording {
  private static final String LIST = "src/lab/test/resources/wording/words.txt";
  private static final String MESSAGES = "src/lab/test/resources/wording/messages.txt";
  private static final String ARROW = " => ";
  private static final int AROUND = 100;
  private static final Pattern SENTENCE_END =
      Pattern.compile("(?<=[.?!])\\*{0,2}\\)? +(?=[A-Z`*\"(])");
  private static final Pattern WORD = Pattern.compile("\\S*\\w\\S*");

  private final List<Rule> rules;

  private Wording(List<Rule> rules) {
    this.rules = rules;
  }

  /** A pattern of words and what to write in their place. */
  private record Rule(Pattern pattern, String better) {}

  /** The list of the project. */
  static Wording read() {
    return of(ProjectFiles.text(LIST));
  }

  /** What messages do not use besides. */
  static Wording ofMessages() {
    return of(ProjectFiles.text(MESSAGES));
  }

  /** A list: a pattern and the better word a line; lines that begin with {@code #} are comments. */
  static Wording of(String list) {
    List<Rule> rules = new ArrayList<>();
    for (String line : list.lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      int arrow = line.lastIndexOf(ARROW);
      if (arrow < 0) {
        throw new IllegalArgumentException("no '" + ARROW.strip() + "' in: " + line);
      }
      rules.add(
          new Rule(
              Pattern.compile(line.substring(0, arrow), Pattern.CASE_INSENSITIVE),
              line.substring(arrow + ARROW.length())));
    }
    return new Wording(List.copyOf(rules));
  }

  /** Words of the list that a text uses, each with its line and the better word. */
  List<String> found(String text) {
    List<String> found = new ArrayList<>();
    for (String line : text.lines().toList()) {
      for (Rule rule : rules) {
        Matcher matcher = rule.pattern().matcher(line);
        while (matcher.find()) {
          found.add(
              "'"
                  + matcher.group()
                  + "' ("
                  + rule.better()
                  + ") in: "
                  + around(line, matcher.start(), matcher.end()));
        }
      }
    }
    return found;
  }

  /** A part of a line that shows where a word stands. */
  private static String around(String line, int start, int end) {
    return line.substring(Math.max(0, start - AROUND), Math.min(line.length(), end + AROUND))
        .strip();
  }

  /** Sentences of a document, of cells of its tables too, with more than that many words. */
  static List<String> longSentences(String markdown, int words) {
    return Markdown.prose(markdown)
        .lines()
        .flatMap(line -> line.startsWith("|") ? Stream.of(line.split("\\|")) : Stream.of(line))
        .flatMap(SENTENCE_END::splitAsStream)
        .filter(sentence -> WORD.matcher(sentence).results().count() > words)
        .toList();
  }
}

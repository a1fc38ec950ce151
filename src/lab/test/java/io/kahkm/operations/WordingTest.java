package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.ProjectFiles;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Documents are plain English: no word of the list, no sentence that is read twice. */
class WordingTest {
  /** What one breath holds. */
  private static final int WORDS = 35;

  private static final Pattern TABLE = Pattern.compile("^\\|.*$", Pattern.MULTILINE);

  private final Wording wording = Wording.read();

  /** Documents that are written by hand; the reference is made from the code. */
  static List<String> written() {
    return GuidesTest.documents().stream().filter(file -> !file.endsWith("reference.md")).toList();
  }

  /** What operators read. */
  static List<String> operators() {
    return written().stream()
        .filter(file -> file.equals("README.md") || file.startsWith("docs/operate/"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("written")
  void documentsUseTheWordsOfTheField(String file) {
    assertThat(wording.found(prose(file))).as(file).isEmpty();
  }

  /** What people wrote; tables of the evidence are quoted as programs printed them. */
  private static String prose(String file) {
    String prose = Markdown.prose(ProjectFiles.text(file));
    return file.startsWith("docs/evidence/") ? TABLE.matcher(prose).replaceAll("") : prose;
  }

  @ParameterizedTest
  @MethodSource("operators")
  void sentencesForOperatorsAreShort(String file) {
    assertThat(Wording.longSentences(ProjectFiles.text(file), WORDS)).as(file).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("operators")
  void linesForOperatorsHoldOneSentence(String file) {
    assertThat(Markdown.linesOfSeveralSentences(ProjectFiles.text(file))).as(file).isEmpty();
  }

  @Test
  void wordsOfTheListAreFoundWithTheBetterOnes() {
    List<String> found =
        wording.found(
            """
            Mend the producer, then fit anew.
            The evidence is in the mean above the limit.
            It goes on where it stopped; a false page comes out too often.
            The stream says what was put aside on the rejects topic.
            The engine begins; a reading lies outside, whatever its size.
            """);
    assertThat(found)
        .hasSize(13)
        .contains(
            "'Mend' (fix, repair) in: Mend the producer, then fit anew.",
            "'anew' (again) in: Mend the producer, then fit anew.");
  }

  @Test
  void theSameWordsInAnotherSenseAreNot() {
    assertThat(
            wording.found(
                """
                The limit of memory of the container; the page names the stream; the page of a stream says why.
                An episode begins and ends; a window is complete; keys come and go on purpose.
                The broker rejects a login; a row is rejected as late; the container is at its limit.
                The mean of the losses, in the mean and the median; it takes 3 s, on a page of the browser.
                """))
        .isEmpty();
  }

  @Test
  void quotedOutputAndCodeKeepTheirWords() {
    assertThat(
            wording.found(
                Markdown.prose(
                    """
                    The log says `partition 3 moved here`, the page *Records put aside*.
                    See [the section](a.md#fit-anew).
                    ```text
                    it goes on
                    ```
                        it goes on
                    """)))
        .isEmpty();
  }

  @Test
  void aLongSentenceIsFoundInProseAndInCells() {
    String sentence = "one two three four five six";
    assertThat(
            Wording.longSentences(
                "Short. " + sentence + "\n| a | " + sentence + ". Short |\n`" + sentence + "`\n",
                5))
        .hasSize(2);
  }
}

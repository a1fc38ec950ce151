package io.kahkm.cli.option;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which files a command may write over. */
class ReplaceOptionTest {
  /** A command that reads a file or two and writes two. */
  @Command
  static final class Writing {
    @Mixin ReplaceOption replacing;

    @Parameters(paramLabel = "TOPOLOGY")
    Path topology;

    @Option(names = "--input")
    Path input;

    @Option(names = "--note")
    String note;

    @Option(names = {"-o", "--output"})
    Path output;

    @Option(names = "--report")
    Path report;
  }

  @TempDir private Path folder;
  private Path topology;
  private Path input;
  private Path old;

  @BeforeEach
  void files() throws IOException {
    topology = Files.writeString(folder.resolve("plant.yaml"), "t");
    input = Files.writeString(folder.resolve("rows.csv"), "i");
    old = Files.writeString(folder.resolve("old.csv"), "o");
  }

  private ReplaceOption given(String... more) {
    List<String> arguments =
        new ArrayList<>(List.of(topology.toString(), "--input", input.toString()));
    arguments.addAll(List.of(more));
    Writing command = new Writing();
    new CommandLine(command).parseArgs(arguments.toArray(new String[0]));
    return command.replacing;
  }

  private static void refused(ThrowingCallable check, String message) {
    assertThatThrownBy(check).isInstanceOf(UsageException.class).hasMessage(message);
  }

  private static void allowed(ThrowingCallable check) {
    assertThatCode(check).doesNotThrowAnyException();
  }

  @Test
  void aFileThatExistsNeedsLeave() {
    refused(
        () -> given("-o", old.toString()).check("--output", old),
        "--output " + old + " exists: choose another name, or --replace to replace it");
    allowed(() -> given("-o", old.toString(), "--replace").check("--output", old));
    ReplaceOption other = given("-o", old.toString());
    other.allow(false);
    refused(
        () -> other.check("--output", old),
        "--output " + old + " exists: choose another name, or --replace to replace it");
    other.allow(true);
    other.allow(false);
    allowed(() -> other.check("--output", old));
    allowed(() -> given().check("--output", folder.resolve("new.csv")));
    refused(
        () -> given("--replace").check("--output", folder),
        "--output " + folder + " is a folder, a file is needed");
  }

  @Test
  void whatIsReadIsRefusedEvenWithLeave() throws IOException {
    ReplaceOption replacing = given("--replace", "--note", "a\0b");
    refused(() -> replacing.check("--output", input), overwrites(input, input, "--input"));
    refused(
        () -> replacing.check("--output", topology), overwrites(topology, topology, "TOPOLOGY"));
    Path winding = folder.resolve("..").resolve(folder.getFileName()).resolve("rows.csv");
    refused(() -> replacing.check("--output", winding), overwrites(winding, input, "--input"));
    Path hard = Files.createLink(folder.resolve("hard.csv"), input);
    refused(() -> replacing.check("--output", hard), overwrites(hard, input, "--input"));
    refused(() -> replacing.check("--output", old, null, old), overwrites(old, old, "the model"));
    allowed(() -> replacing.check("--output", old, (Path) null, folder.resolve("other.csv")));
    allowed(() -> replacing.check("--output", old));
  }

  private static String overwrites(Path output, Path file, String what) {
    return "--output "
        + output
        + " would overwrite "
        + file
        + ", which is "
        + what
        + " of this command: choose another name";
  }

  /** By its short name too an option may name its own file. */
  @Test
  void twoOutputsNeedTwoNames() {
    Path both = folder.resolve("both");
    ReplaceOption replacing = given("-o", both.toString(), "--report", both.toString());
    refused(() -> replacing.check("--output", both), overwrites(both, both, "--report"));
    allowed(() -> given("-o", both.toString()).check("--output", both));
  }

  @Test
  void theNameOfAFileThatIsNotWholeYetIsItsToo() throws IOException {
    input = Files.writeString(folder.resolve("scores.csv.part"), "i");
    Path output = folder.resolve("scores.csv");
    refused(() -> given().check("--output", output), overwrites(output, input, "--input"));
  }

  /** A device can be read and written. */
  @Test
  void aDeviceMayBeBoth() {
    input = Path.of("/dev/null");
    allowed(() -> given().check("--output", Path.of("/dev/null")));
    input = folder.resolve("missing.csv");
    refused(() -> given("--replace").check("--output", input), overwrites(input, input, "--input"));
  }

  @Test
  void aFolderWithFilesNeedsLeave() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    allowed(() -> given().checkFolder("--output", empty));
    allowed(() -> given().checkFolder("--output", folder.resolve("none")));
    allowed(() -> given("--replace").checkFolder("--output", folder));
    refused(
        () -> given().checkFolder("--output", folder),
        "--output "
            + folder
            + " holds files: choose another folder, or --replace to replace those of the same"
            + " name");
  }
}

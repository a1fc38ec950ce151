package io.kahkm.cli.recording;

import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.cli.draft.LongFile;
import io.kahkm.cli.draft.TopologyDraft;
import io.kahkm.cli.rows.Excluded;
import io.kahkm.cli.rows.RowFile;
import io.kahkm.cli.rows.StateData;
import io.kahkm.cli.rows.StateReading;
import io.kahkm.config.InputConfig;
import io.kahkm.config.TagsConfig;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.topology.DurationText;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which states of which CSV file: options of all offline commands. */
public final class InputOptions {
  private static final Set<Class<?>> ABOUT_FILES =
      Set.of(InputOptions.class, TimingOptions.class, TagOptions.class);

  /** The command the options belong to; null where they are read without one. */
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "TOPOLOGY",
      description =
          "Topology file that supplies what the options omit: columns, steps, gaps, held values,"
              + " tags, and the model's file.")
  private Path topology;

  @Mixin private SetOption set = new SetOption();

  @Option(
      names = "--input",
      required = true,
      paramLabel = "FILE",
      description = "CSV file with a header row; - is standard input.")
  String input;

  @Option(
      names = "--state",
      split = ",",
      paramLabel = "COLUMN",
      description = "The columns that hold the sensor values, for example q,p.")
  List<String> state;

  @Option(
      names = "--episode",
      paramLabel = "COLUMN",
      description =
          "The column whose value is constant within an episode. Rows are in time order; a change "
              + "starts a new episode. Without it the file is one episode.")
  String episode;

  @Option(
      names = "--stream",
      paramLabel = "COLUMN",
      description =
          "The column that names the stream of a row, where the file holds several: each has its"
              + " own order of time, episodes and, with --scaling per-stream, scaling. Streams may"
              + " be mixed. Without it the file is one stream.")
  String stream;

  @Option(
      names = "--next",
      split = ",",
      paramLabel = "COLUMN",
      description =
          "The columns that hold the successor's sensor values, for example q_next,p_next: every"
              + " row is then a pair of its own.")
  List<String> next;

  @Mixin TimingOptions timing = new TimingOptions();

  @Option(
      names = "--mode",
      paramLabel = "NAME",
      description =
          "Of a topology file with model.by-mode, the mode that is read: its model, and its rows."
              + " Rows of other modes end an episode and are left out.")
  String mode;

  @Mixin TagOptions tags = new TagOptions();

  /** Stretches FROM/TO that are left out; set by commands that have an option for them. */
  List<String> exclude = List.of();

  /** Rows that are used of a file with more; set by commands that have an option for them. */
  OptionalLong mostRows = OptionalLong.empty();

  /** The tags and how they become rows; null where a row holds all sensors. */
  private TagsConfig tagConfig;

  /** What the topology file says; empty where there is none. */
  private Optional<TopologyConfig> declared = Optional.empty();

  private boolean complete;

  /**
   * What a topology file says of a CSV file, without options.
   *
   * @param topology the topology file
   * @param input the CSV file
   * @param stream the column that names the stream of a row, null where the file is one stream
   * @param set settings in place of the topology file's
   * @return options as if they had been given
   */
  public static InputOptions of(Path topology, String input, String stream, SetOption set) {
    InputOptions options = new InputOptions();
    options.topology = topology;
    options.input = input;
    options.stream = stream;
    options.set = set;
    return options;
  }

  /** Takes from the topology file what options leave out, and refuses what does not go together. */
  void check() {
    if (!complete) {
      complete();
      complete = true;
    }
  }

  /** Checks, and fails where the file cannot be opened: before anything is said of other files. */
  void requireInput() throws IOException {
    check();
    if (!input.equals("-")) {
      CsvSource.open(input).close();
    }
  }

  /**
   * Takes the column that names streams from the model, where no option does and the file has it:
   * machines read as one would be told by jumps between them.
   *
   * @param model what the rows are for
   */
  public void takeStream(Model model) throws IOException {
    takeOperation(model);
    String column = RowProvenance.streamColumn(model).orElse(null);
    if (column == null || stream != null || next != null) {
      return;
    }
    if (!input.equals("-")) {
      try (CsvSource source = CsvSource.open(input)) {
        if (!source.header().contains(column)) {
          say(
              "has no column "
                  + column
                  + ", which names the machine in the model's recording; it is read as the data of"
                  + " one machine");
          return;
        }
      }
    }
    stream = column;
    say("--stream " + column + ", as the model was fitted");
  }

  /** Takes when the machine runs from the model, where neither option nor topology file says. */
  private void takeOperation(Model model) {
    Optional<String> rule = RowProvenance.when(model);
    if (rule.isEmpty() || timing.when != null || next != null || topology != null) {
      return;
    }
    timing.adopt(rule.get(), () -> RowProvenance.settle(model));
    say(
        "--when \""
            + rule.get()
            + "\""
            + (timing.settle == null ? "" : " --settle " + DurationText.of(timing.settle))
            + ", as the model was fitted");
    timing.requireTimeToSettle();
  }

  /**
   * Takes as many rows as the model's fit took, which are the same ones of the same file.
   *
   * @param model fitted on the file, or on one that has most of its rows
   */
  public void takeSample(Model model) {
    mostRows = RowProvenance.mostRows(model);
  }

  /** What a model's provenance says of the rows it was fitted on; empty where all were judged. */
  Map<String, String> provenance() {
    return RowProvenance.of(
        Optional.ofNullable(stream), Optional.ofNullable(mode), timing.operation(state, mode));
  }

  private void say(String line) {
    if (command != null) {
      command.commandLine().getErr().println(input + ": " + line);
    }
  }

  private void complete() {
    if (topology == null && set.given()) {
      throw new UsageException("--set needs TOPOLOGY, the file whose settings it replaces");
    }
    declared = Optional.ofNullable(topology).map(file -> load());
    modes().require(topology);
    declared.map(TopologyConfig::input).ifPresent(this::adopt);
    if (tags.tags()) {
      takeTags();
    } else {
      checkRows();
    }
  }

  private ModeChoice modes() {
    return new ModeChoice(declared, Optional.ofNullable(mode));
  }

  /** Who has a file of tags forgets to say so: the topology file speaks of the records alone. */
  private void refuseTags() {
    if (input.equals("-") || declared.flatMap(config -> config.input().tags()).isEmpty()) {
      return;
    }
    Optional<LongFile> file;
    try (CsvSource source = CsvSource.open(input)) {
      file = source.header().containsAll(state) ? Optional.empty() : LongFile.of(input);
    } catch (IOException unreadable) {
      // It is told where the rows are read.
      return;
    }
    if (file.isPresent()) {
      throw new UsageException(
          input
              + " holds one value of one tag in each row; add "
              + TopologyDraft.shell(file.get().options()));
    }
  }

  private void checkRows() {
    tags.requireRows();
    if (state == null) {
      throw new UsageException(
          "--state is missing: the columns that hold the sensor values; \"kahkm init FILE\" finds"
              + " them and writes a topology file, which can be given instead");
    }
    refuseTags();
    timing.requireTimes();
    if (next != null && (timing.ofStates() || mode != null)) {
      throw new UsageException(
          "--next and --step, --idle, --hold, --when, --settle, --mode exclude each other: a pair"
              + " is complete by itself");
    }
    timing.requireTolerance();
    if (next != null && episode != null) {
      throw new UsageException("--next and --episode exclude each other: pairs have no episodes");
    }
    if (next != null && next.size() != state.size()) {
      throw new UsageException(
          "--next names " + next.size() + " columns, --state names " + state.size());
    }
  }

  private TopologyConfig load() {
    try {
      return set.load(topology.toString());
    } catch (IOException unreadable) {
      throw new UsageException("the topology file " + topology + " cannot be read");
    }
  }

  /** Takes what no option says; the columns of a file are called like the fields of records. */
  private void adopt(InputConfig file) {
    boolean pairs = file.pairing() == Pairing.TRANSITIONS;
    state = state == null ? file.fields().state() : state;
    timing.adopt(file.fields(), this::given);
    next = next == null && pairs ? file.fields().next() : next;
    if (next != null) {
      return;
    }
    episode = episode == null ? file.fields().episode().orElse(null) : episode;
    timing.adopt(file.steps(), this::given);
  }

  private boolean given(String option) {
    return command != null && command.commandLine().getParseResult().hasMatchedOption(option);
  }

  /**
   * The options of the file as they were given, for a further command on the same file: what the
   * topology file says it need not say.
   */
  List<String> words() {
    List<String> words = new ArrayList<>();
    for (OptionSpec option : command.commandLine().getParseResult().matchedOptionsSet()) {
      if (option.userObject() instanceof Field field
          && ABOUT_FILES.contains(field.getDeclaringClass())) {
        words.add(option.longestName());
        words.add(String.join(",", option.originalStringValues()));
      }
    }
    words.addAll(set.arguments());
    return words;
  }

  /** Where the topology file is; empty without one. */
  Optional<Path> topologyPath() {
    return Optional.ofNullable(topology);
  }

  /** What the topology file says; empty without one. */
  Optional<TopologyConfig> topologyFile() {
    check();
    return declared;
  }

  /** The model's file that the topology file names, of the mode that is read; empty without one. */
  Optional<Path> declaredModel() {
    check();
    return modes().model();
  }

  /**
   * The model's file where no option names one.
   *
   * @param option the option that would
   * @return the file that the topology file names
   */
  Path modelFile(String option) {
    return declaredModel()
        .orElseThrow(
            () ->
                new UsageException(
                    option + " is missing, and no topology file with model.file supplies it"));
  }

  /**
   * The horizons of a command: its option's, else those of the topology file, else its usual ones.
   *
   * @param given what the option says; null where it is absent
   * @param usual what stands where nothing names them; empty where something must
   * @return steps ahead, not checked
   */
  List<Integer> horizons(List<Integer> given, List<Integer> usual) {
    check();
    if (given != null) {
      return given;
    }
    List<Integer> found = declared.map(config -> config.forecasts().horizons()).orElse(usual);
    if (found.isEmpty()) {
      throw new UsageException(
          "--horizons is missing, and no topology file with forecasts.horizons supplies it");
    }
    return found;
  }

  private void takeTags() {
    if (next != null) {
      throw new UsageException("--next needs --layout rows: tags become states, not pairs");
    }
    if (timing.time == null) {
      throw new UsageException("--layout tags needs --time, the column of the event time");
    }
    Optional<TagsConfig> file = declared.flatMap(config -> config.input().tags());
    if (file.isPresent()) {
      tagConfig = file.get();
    } else if (declared.isPresent()) {
      throw new UsageException("--layout tags: " + topology + " has no input.layout: tags");
    } else if (state == null) {
      throw new UsageException("--layout tags needs --state, the tags, or a topology file");
    } else if (timing.step == null) {
      throw new UsageException("--layout tags needs --step, the time between two rows");
    } else {
      tagConfig = tags.config(this);
    }
    state = TagOptions.names(tagConfig);
    timing.stepTolerance = 0;
    try {
      tagConfig.assembly(timing.config(state, mode));
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("--step, --grace and --hold: " + wrong.getMessage());
    }
  }

  /** What the options and the topology file say together. */
  private RowFile rows() {
    check();
    return new RowFile(
        input,
        new RowFile.Columns(
            state,
            next == null ? List.of() : next,
            Optional.ofNullable(timing.time),
            timing.timeUnit,
            Optional.ofNullable(episode),
            Optional.ofNullable(stream)),
        timing.config(state, mode),
        tags.columns(tagConfig),
        new RowFile.Wanted(
            exclude.stream().map(text -> Excluded.of(text, timing.time != null)).toList(),
            modes().rows(),
            mostRows));
  }

  /**
   * Reads all rows, each with the one that follows it.
   *
   * @return the rows
   * @throws IOException if the file cannot be read
   */
  public StateData read() throws IOException {
    return read(null, true, () -> {});
  }

  /**
   * Reads all rows, of which none need follow another.
   *
   * @return the rows
   * @throws IOException if the file cannot be read
   */
  public StateData readStates() throws IOException {
    return read(null, false, () -> {});
  }

  /**
   * Reads all rows with the classes of their transitions.
   *
   * @param labelColumn column with 0-based classes, empty in an episode's last row; null for none
   * @param check what else to check before the rows are read, when these options are known to agree
   */
  StateData read(String labelColumn, Runnable check) throws IOException {
    return read(labelColumn, true, check);
  }

  /** Reads all rows and says on standard error what was found in them. */
  private StateData read(String labelColumn, boolean transitions, Runnable check)
      throws IOException {
    RowFile rows = rows();
    check.run();
    StateData data = StateReading.read(rows, Optional.ofNullable(labelColumn), transitions);
    if (command != null) {
      data.report().print(command.commandLine().getErr());
    }
    return data;
  }
}

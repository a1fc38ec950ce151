package io.kahkm.cli;

import io.kahkm.cli.acceptance.AcceptCommand;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.Durations;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.VersionProvider;
import io.kahkm.cli.recording.CertifyCommand;
import io.kahkm.cli.recording.EncodeCommand;
import io.kahkm.cli.recording.EvaluateCommand;
import io.kahkm.cli.recording.FitCommand;
import io.kahkm.cli.recording.Kappa;
import io.kahkm.cli.recording.ScoreCommand;
import io.kahkm.cli.recording.SpectrumCommand;
import io.kahkm.cli.recording.TagOptions;
import io.kahkm.cli.recording.Tolerance;
import io.kahkm.fitting.ClosureMethod;
import io.kahkm.incident.MarkLabel;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.numeric.Labelled;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.internal.numeric.kernel.KernelsUnavailableException;
import io.kahkm.stream.client.EngineException;
import io.kahkm.text.TimeFormat;
import io.kahkm.topology.TopologyConfigException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point: the root command and how errors become messages and exit codes. */
@Command(
    name = "kahkm",
    description =
        "Watches sensor streams: forecasts their states and certifies, at a given confidence,"
            + " what prediction error no linear closure can beat and what error the present one"
            + " attains.",
    versionProvider = VersionProvider.class,
    commandListHeading = "%nCommands:%n",
    footer = {"", "kahkm COMMAND --help explains a command."},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:failed at run time",
      "2:the command line, a configuration or a declaration is wrong",
      "3:a stream thread died"
    })
public final class Main implements Runnable {
  private static final int HELP_WIDTH = 100;

  /** The commands of production, in the order of the help. */
  public static final List<Class<?>> COMMANDS =
      List.of(
          RunCommand.class,
          CheckCommand.class,
          TopologyCommand.class,
          TopicsCommand.class,
          SimulateCommand.class,
          ReplayCommand.class,
          InitCommand.class,
          SchemaCommand.class,
          FitCommand.class,
          InspectCommand.class,
          ScoreCommand.class,
          AcceptCommand.class,
          PromoteCommand.class,
          IncidentsCommand.class,
          MarkCommand.class,
          ShelveCommand.class,
          McpCommand.class,
          EncodeCommand.class,
          EvaluateCommand.class,
          CertifyCommand.class,
          SpectrumCommand.class,
          RehearseCommand.class);

  @Mixin HelpOption help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version and exit.")
  boolean version;

  @Spec private CommandSpec spec;

  private Main() {}

  /**
   * Runs a command and ends the process with its exit code.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    System.exit(commandLineFor(arguments).execute(arguments));
  }

  /**
   * The command line, ready to execute in this process.
   *
   * @return a new command line with converters and error handlers
   */
  public static CommandLine commandLine() {
    return commandLine(COMMANDS);
  }

  /**
   * The command line for what was typed. It has the command that was typed and no other, since to
   * make all of them takes longer than many a command; where none was typed, it has all.
   *
   * @param arguments the command line that is to be executed
   * @return a new command line with converters and error handlers
   */
  public static CommandLine commandLineFor(String... arguments) {
    List<Class<?>> named = named(COMMANDS, arguments);
    return commandLine(named.isEmpty() ? COMMANDS : named);
  }

  /**
   * The command that is typed first.
   *
   * @param commands where to look
   * @param arguments a command line
   * @return it alone; empty if the first argument is not the name of any
   */
  public static List<Class<?>> named(List<Class<?>> commands, String... arguments) {
    return commands.stream()
        .filter(command -> arguments.length > 0 && name(command).equals(arguments[0]))
        .toList();
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  /**
   * A command line of some commands.
   *
   * @param commands classes of commands, in the order of the help
   * @return a new command line with converters and error handlers
   */
  public static CommandLine commandLine(List<Class<?>> commands) {
    CommandLine line = new CommandLine(new Main());
    commands.forEach(command -> line.addSubcommand(name(command), command));
    configure(line);
    return line;
  }

  /** Converters and error handlers. */
  static void configure(CommandLine line) {
    labelled(line, FarField.class);
    labelled(line, Regularization.class);
    labelled(line, ScalingKind.class);
    labelled(line, ClosureMethod.class);
    labelled(line, Projection.class);
    labelled(line, Sampling.class);
    labelled(line, WindowPolicy.class);
    labelled(line, SpectrumCommand.Side.class);
    labelled(line, SpectrumCommand.Format.class);
    labelled(line, EvaluateCommand.Format.class);
    labelled(line, TagOptions.Layout.class);
    labelled(line, TimeFormat.class);
    numbers(line);
    line.registerConverter(Duration.class, byLabel(Durations::parse));
    labelled(line, Bound.class);
    line.registerConverter(MarkLabel.class, byLabel(MarkLabel::of));
    line.registerConverter(Kappa.class, byLabel(Kappa::parse));
    line.registerConverter(Tolerance.class, byLabel(Tolerance::parse));
    line.setUsageHelpWidth(HELP_WIDTH);
    line.setParameterExceptionHandler(Main::reportUsage);
    line.setExecutionExceptionHandler(Main::reportFailure);
  }

  /** Words for people where a text is no number. */
  private static void numbers(CommandLine line) {
    ITypeConverter<Integer> ints = number(Integer::valueOf, "a whole number");
    ITypeConverter<Long> longs = number(Long::valueOf, "a whole number");
    ITypeConverter<Double> doubles = number(Double::valueOf, "a number");
    line.registerConverter(int.class, ints);
    line.registerConverter(Integer.class, ints);
    line.registerConverter(long.class, longs);
    line.registerConverter(Long.class, longs);
    line.registerConverter(double.class, doubles);
    line.registerConverter(Double.class, doubles);
  }

  private static <T> ITypeConverter<T> number(Function<String, T> parse, String what) {
    return text -> {
      try {
        return parse.apply(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("\"" + text + "\" is not " + what);
      }
    };
  }

  private static <E extends Enum<E> & Labelled> void labelled(CommandLine line, Class<E> type) {
    line.registerConverter(type, byLabel(text -> Labels.find(type, text)));
  }

  /** Turns a lookup that explains itself into a converter whose message names the option. */
  static <T> ITypeConverter<T> byLabel(Function<String, T> lookup) {
    return text -> {
      try {
        return lookup.apply(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    };
  }

  private static int reportUsage(ParameterException exception, String[] arguments) {
    CommandLine line = exception.getCommandLine();
    boolean unknown = exception instanceof UnmatchedArgumentException && line.getParent() == null;
    line.getErr()
        .println("kahkm: " + (unknown ? unknownCommand(line, arguments) : exception.getMessage()));
    if (exception instanceof MissingParameterException missing
        && missing.getMissing().stream().anyMatch(Main::isInput)) {
      recording(arguments)
          .ifPresent(file -> line.getErr().println("Did you mean --input " + file + "?"));
    }
    line.getErr().println("Try: " + line.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE;
  }

  private static boolean isInput(ArgSpec argument) {
    return argument instanceof OptionSpec option && option.longestName().equals("--input");
  }

  /** A recording that was given where a topology file belongs, and not as an option's value. */
  private static Optional<String> recording(String[] arguments) {
    return IntStream.range(1, arguments.length)
        .filter(i -> !arguments[i].startsWith("-") && !arguments[i - 1].startsWith("-"))
        .mapToObj(i -> arguments[i])
        .filter(argument -> argument.toLowerCase(Locale.ROOT).endsWith(".csv"))
        .findFirst();
  }

  private static String unknownCommand(CommandLine line, String[] arguments) {
    return "there is no command \""
        + String.join(" ", arguments)
        + "\"; the commands are "
        + line.getSubcommands().entrySet().stream()
            .filter(command -> !command.getValue().getCommandSpec().usageMessage().hidden())
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
  }

  private static int reportFailure(Exception exception, CommandLine line, ParseResult parsed)
      throws Exception {
    if (exception instanceof UsageException
        || exception instanceof TopologyConfigException
        || exception instanceof KernelsUnavailableException) {
      line.getErr().println("kahkm: " + exception.getMessage());
      return ExitCode.USAGE;
    }
    if (exception instanceof NoSuchFileException || exception instanceof FileNotFoundException) {
      line.getErr().println("kahkm: file not found: " + exception.getMessage());
      return ExitCode.FAILED;
    }
    if (exception instanceof DataException
        || exception instanceof IOException
        || exception instanceof EngineException
        || exception instanceof MapFitException
        || exception instanceof ModelFileException) {
      line.getErr().println("kahkm: " + exception.getMessage());
      return ExitCode.FAILED;
    }
    throw exception;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}

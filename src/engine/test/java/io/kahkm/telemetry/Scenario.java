package io.kahkm.telemetry;

import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.engine.EngineListener;
import io.kahkm.engine.QuarantineMark;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.internal.certificate.HorizonCertificate;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.EvaluableRisk;
import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.bound.LabelBound;
import io.kahkm.internal.certificate.bound.MinimumBound;
import io.kahkm.internal.certificate.bound.PaperBound;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.RestartCause;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.bound.UpperRule;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.loss.CappedBound;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.monitor.AssessmentFixture;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.CertificateStatus;
import io.kahkm.internal.monitor.status.ChannelStatus;
import io.kahkm.internal.monitor.status.ClosureStatus;
import io.kahkm.internal.monitor.status.ExpertShare;
import io.kahkm.internal.monitor.status.ForecasterStatus;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.IncidentStatus;
import io.kahkm.internal.monitor.status.IntervalStatus;
import io.kahkm.internal.monitor.status.MapStatus;
import io.kahkm.internal.monitor.status.NoveltyStatus;
import io.kahkm.internal.monitor.status.OperationStatus;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.ReadingStatus;
import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.monitor.status.RollingStatus;
import io.kahkm.internal.monitor.status.SensorStatus;
import io.kahkm.internal.monitor.status.StreamCounts;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.internal.skill.SkillStatus;
import io.kahkm.internal.skill.SkillWords;
import io.kahkm.telemetry.history.HistoryRanges;
import io.kahkm.text.StreamNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** A small fleet with numbers that are easy to recognise. */
public final class Scenario {
  /** Wall clock at the start, milliseconds. */
  public static final long START = 1_700_000_000_000L;

  /** Event time at which a machine stopped, or started again. */
  private static final long STOPPED = 1_699_999_940_000_000_000L;

  public static final MapIdentity MAP =
      new MapIdentity(
          "ab".repeat(32),
          2,
          4,
          List.of("q", "p"),
          AlarmState.ON,
          AlarmState.PROVISIONAL,
          AlarmState.OFF,
          Map.of("q", "bar"),
          List.of(Optional.of(new MapIdentity.Usual(-2, 2)), Optional.empty()));

  /** The map of model.shadow. */
  public static final MapIdentity ON_TRIAL =
      new MapIdentity(
          "cd".repeat(32),
          3,
          4,
          List.of("q", "p"),
          AlarmState.ON,
          AlarmState.ON,
          AlarmState.ON,
          Map.of(),
          List.of(Optional.empty(), Optional.empty()));

  /** The ranges that every engine keeps. */
  public static final HistoryRanges WEEK = HistoryRanges.of(Duration.ofDays(7));

  private Scenario() {}

  /** A clock that stands until it is set. */
  public static final class StandingClock implements InstantSource {
    private final AtomicLong now = new AtomicLong(START);

    public void forward(Duration duration) {
      now.addAndGet(duration.toMillis());
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(now.get());
    }
  }

  public static CertificateSettings certificates() {
    return certificates(512);
  }

  public static CertificateSettings certificates(int units) {
    return CertificateSettings.builder(Sampling.EPISODES, units)
        .policy(WindowPolicy.TUMBLING)
        .tolerance(0.3)
        .displayKappas(List.of(1.0, 1.5))
        .build();
  }

  /** The same where all streams together may have so many false pages. */
  public static EngineTelemetry withBudget(double length, InstantSource clock) {
    return telemetry(
        new TelemetrySettings(
            200,
            8,
            Duration.ofSeconds(30),
            Duration.ofMinutes(30),
            Duration.ofDays(7),
            Optional.of(new TelemetrySettings.FleetPages(length, 100)),
            OptionalDouble.empty(),
            StreamNames.NONE),
        clock);
  }

  public static EngineTelemetry telemetry(int streams, int components, InstantSource clock) {
    return telemetry(
        new TelemetrySettings(streams, components, Duration.ofSeconds(30), Duration.ofMinutes(30)),
        clock);
  }

  /** The same where streams have names. */
  public static EngineTelemetry withNames(StreamNames names, InstantSource clock) {
    return telemetry(
        new TelemetrySettings(
            200,
            8,
            Duration.ofSeconds(30),
            Duration.ofMinutes(30),
            Duration.ofDays(7),
            Optional.empty(),
            OptionalDouble.empty(),
            names),
        clock);
  }

  /** The same with a longer history. */
  public static EngineTelemetry withHistory(Duration history, InstantSource clock) {
    return telemetry(
        new TelemetrySettings(
            200,
            8,
            Duration.ofSeconds(30),
            Duration.ofMinutes(30),
            history,
            Optional.empty(),
            OptionalDouble.empty(),
            StreamNames.NONE),
        clock);
  }

  private static EngineTelemetry telemetry(TelemetrySettings settings, InstantSource clock) {
    return new EngineTelemetry(
        settings, ServedMaps.of(MAP, Optional.of(ON_TRIAL)), Optional.of(certificates()), clock);
  }

  /** Machines with the modes A and B; only A has a map on trial. */
  public static EngineTelemetry withModes(InstantSource clock) {
    Map<String, ServedMaps> modes = new LinkedHashMap<>();
    modes.put("A", ServedMaps.of(MAP, Optional.of(ON_TRIAL)));
    modes.put(
        "B",
        ServedMaps.of(
            new MapIdentity(
                "ef".repeat(32),
                2,
                4,
                List.of("q", "p"),
                AlarmState.OFF,
                AlarmState.ON,
                AlarmState.ON,
                Map.of("q", "bar"),
                List.of(Optional.of(new MapIdentity.Usual(40, 50)), Optional.empty())),
            Optional.empty()));
    return new EngineTelemetry(
        new TelemetrySettings(200, 8, Duration.ofSeconds(30), Duration.ofMinutes(30)),
        new ServedMaps(MAP, Optional.of(ON_TRIAL), modes),
        Optional.of(certificates()),
        clock);
  }

  public static EngineTelemetry telemetry() {
    return telemetry(200, 8, new StandingClock());
  }

  public static WindowCertificate certificate(Verdict verdict, Reason reason) {
    return new WindowCertificate(
        new WindowCertificate.Extent(
            Sampling.EPISODES,
            WindowPolicy.TUMBLING,
            6,
            1_699_999_990_000_000_000L,
            1_699_999_999_500_000_000L),
        new WindowCertificate.Counts(512, 10240, 0, 0, List.of(5120L, 5120L)),
        new WindowCertificate.Averages(0.015625, 0.03125, 0.25, 0.26),
        1.125,
        new WindowCertificate.Displayed(
            List.of(row(1.0), row(1.5)),
            new UpperBound(0.05, 0.0625, 4, UpperRule.ENTROPY, 0.375),
            Optional.of(capped(0.28125)),
            OptionalDouble.of(0.02),
            Optional.of(new EvaluableRisk(1, 0.5, 0.1, 0.2, 0.3, 0.9, 0.05)),
            Optional.empty()),
        new WindowCertificate.Alarm(
            Bound.MINIMUM,
            1.125000001125,
            0.3,
            0.05,
            Optional.empty(),
            0.3125,
            0.34375,
            0.375,
            OptionalDouble.of(0.28125),
            verdict,
            reason),
        new WindowCertificate.Checks(0.01, 0.9, OptionalDouble.of(0.8), 1.5),
        Optional.of(
            new AnytimeRun(
                3,
                RestartCause.DRIFT,
                1_699_999_990_000_000_000L,
                0.3125,
                0.34375,
                OptionalDouble.of(0.28125))),
        Optional.of(horizons()));
  }

  private static CappedBound capped(double upper) {
    return new CappedBound(0.05, 0.36, 0.05, UpperRule.WAGERS, upper, 0.0625);
  }

  private static HorizonCertificate horizons() {
    List<HorizonBound> rows =
        List.of(
            horizon(1, 512, OptionalDouble.of(0.125), 0.25),
            horizon(50, 400, OptionalDouble.of(0.4375), 0.5));
    return new HorizonCertificate(0.05, 1, new HorizonClaims(1, 50, List.of(1)), 0, rows);
  }

  private static HorizonBound horizon(int steps, int units, OptionalDouble lower, double upper) {
    return new HorizonBound(
        steps,
        units,
        20L * units,
        1.125,
        2,
        0.03125,
        lower,
        OptionalDouble.of(upper),
        UpperRule.ENTROPY,
        Optional.of(capped(upper / 2)),
        OptionalDouble.of(0.625));
  }

  private static WindowCertificate.Row row(double kappa) {
    return new WindowCertificate.Row(
        kappa,
        Optional.of(new PaperBound(0.05, 0.0072, 0.03, 0.13, 0.125)),
        Optional.of(new LabelBound(0.05, 0.2, 0.05, 0.1875)),
        Optional.of(new MinimumBound(0.025, 0.11, 0.001, 0.25)),
        OptionalDouble.of(kappa < 1.25 ? 0.325 : -0.5),
        Optional.empty());
  }

  /** Any reading. */
  public static RowAssessment reading() {
    return AssessmentFixture.transition();
  }

  /** A stream on the map whose last window was attainable. */
  public static StreamStatus healthy() {
    return status(
        false, Optional.of(certificate(Verdict.ATTAINABLE, Reason.UPPER_BOUND_WITHIN)), 3);
  }

  /** The same when the stream has gone on since. */
  public static StreamStatus healthyAfter(Duration later) {
    return status(
        1_699_999_999_750_000_000L + later.toNanos(),
        false,
        Optional.of(certificate(Verdict.ATTAINABLE, Reason.UPPER_BOUND_WITHIN)),
        3);
  }

  public static StreamStatus withVerdict(Verdict verdict) {
    return status(false, Optional.of(certificate(verdict, Reason.MORE_DATA)), 2);
  }

  public static StreamStatus withoutWindow() {
    return status(false, Optional.empty(), 0);
  }

  /** A stream whose model has neither limits nor evidence. */
  public static StreamStatus unwatched() {
    return status(0, false, false, Optional.empty(), 0);
  }

  /** A stream in an incident whose machine was switched off. */
  public static StreamStatus off() {
    return notInOperation(Readiness.OFF, new OperationStatus(false, false, STOPPED, STOPPED));
  }

  /** The same after its machine was switched on again. */
  public static StreamStatus settling() {
    return notInOperation(
        Readiness.SETTLING, new OperationStatus(true, false, STOPPED, STOPPED + 600_000_000_000L));
  }

  private static StreamStatus notInOperation(Readiness readiness, OperationStatus operation) {
    StreamStatus any = outside();
    return with(any, readiness, any.channels().evidence(), Optional.of(operation));
  }

  /** A healthy stream whose last reading was like this. */
  public static StreamStatus healthy(Readiness last) {
    StreamStatus any = withoutWindow();
    return with(any, last, any.channels().evidence(), Optional.empty());
  }

  private static StreamStatus with(
      StreamStatus any, Readiness readiness, double evidence, Optional<OperationStatus> operation) {
    return new StreamStatus(
        new ReadingStatus(any.reading().time(), readiness, any.reading().values()),
        any.counts(),
        any.map(),
        new ChannelStatus(
            any.channels().novelty(),
            any.channels().relation(),
            any.channels().sensors(),
            evidence),
        any.incidents(),
        any.closure(),
        any.forecasts(),
        any.certificates(),
        operation);
  }

  /** A healthy stream of a model of which one channel is off: novelty, relations or sensors. */
  public static StreamStatus without(String channel) {
    StreamStatus all = withoutWindow();
    NoveltyStatus novelty = all.channels().novelty();
    return new StreamStatus(
        all.reading(),
        all.counts(),
        all.map(),
        new ChannelStatus(
            channel.equals("novelty")
                ? new NoveltyStatus(
                    novelty.value(),
                    novelty.limit(),
                    false,
                    OptionalLong.empty(),
                    List.of(),
                    OptionalDouble.empty(),
                    false)
                : novelty,
            channel.equals("relations") ? Optional.empty() : all.channels().relation(),
            channel.equals("sensors")
                ? Optional.empty()
                : channel.equals("past")
                    ? Optional.of(
                        new SensorStatus(
                            0.75,
                            0,
                            false,
                            OptionalLong.empty(),
                            List.of(),
                            false,
                            false,
                            21,
                            40,
                            true))
                    : all.channels().sensors(),
            all.channels().evidence()),
        all.incidents(),
        all.closure(),
        all.forecasts(),
        all.certificates(),
        Optional.empty());
  }

  public static StreamStatus outsideAfter(Verdict verdict) {
    return status(true, Optional.of(certificate(verdict, Reason.MORE_DATA)), 2);
  }

  public static StreamStatus outside() {
    return status(true, Optional.empty(), 0);
  }

  /** The same with so much evidence. */
  public static StreamStatus outside(double evidence) {
    return with(outside(), Readiness.READY, evidence, Optional.empty());
  }

  private static RelationStatus relation(boolean broken) {
    return new RelationStatus(
        OptionalDouble.of(broken ? 112.5 : 0.875),
        3.5,
        OptionalDouble.of(broken ? 0.001953125 : 0.5),
        broken ? 100_000 : 0.25,
        broken ? 1 : 0,
        broken,
        broken ? OptionalLong.of(1_699_999_998_000_000_000L) : OptionalLong.empty(),
        broken
            ? List.of(
                new RelationStatus.NamedSensor(1, 112.25, -1.25, 0.75),
                new RelationStatus.NamedSensor(0, 9.5, 0.5, 0.25))
            : List.of(),
        false,
        false,
        12,
        false);
  }

  private static List<OtherStatus> others() {
    return List.of(
        new OtherStatus(
            "chronos",
            1,
            950,
            4,
            2,
            List.of(0.0625, 0.1875),
            OptionalDouble.of(0.4375),
            Optional.of(
                new IntervalStatus(
                    0.9,
                    List.of(0.125, 0.25),
                    950,
                    0,
                    OptionalDouble.empty(),
                    List.of(0.875, 0.90625),
                    0.3125)),
            better("chronos"),
            worse(SkillWords.ENGINE)),
        new OtherStatus(
            "chronos",
            50,
            40,
            0,
            0,
            List.of(),
            OptionalDouble.empty(),
            Optional.empty(),
            worse("chronos"),
            better(SkillWords.ENGINE)));
  }

  private static SkillStatus better(String than) {
    return new SkillStatus(
        than,
        0.0125,
        OptionalDouble.of(0.25),
        OptionalDouble.of(0.375),
        900,
        OptionalDouble.of(0.1),
        OptionalDouble.of(0),
        false);
  }

  private static SkillStatus worse(String than) {
    return new SkillStatus(
        than,
        0.0125,
        OptionalDouble.empty(),
        OptionalDouble.of(-0.625),
        900,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        true);
  }

  private static SensorFinding fault() {
    return new SensorFinding(
        0, SensorKind.LOW, 1_699_999_998_500_000_000L, 3_000_000, 0.5, 1.125, 0.625);
  }

  private static SensorStatus sensors(boolean faulty) {
    return new SensorStatus(
        faulty ? 2_500_000 : 0.75,
        faulty ? 1 : 0,
        faulty,
        faulty ? OptionalLong.of(1_699_999_998_500_000_000L) : OptionalLong.empty(),
        faulty ? List.of(fault()) : List.of(),
        false,
        false,
        21,
        0,
        false);
  }

  private static Incident incident() {
    return new Incident(
        3,
        1_699_999_999_000_500_000L,
        1_699_999_999_250_000_000L,
        1_699_999_999_750_000_000L,
        OptionalLong.empty(),
        true,
        true,
        true,
        1.75,
        12.5,
        List.of(0.875, 0.125),
        List.of(OptionalLong.of(1_699_999_999_000_500_000L), OptionalLong.empty()),
        List.of(fault()));
  }

  private static StreamStatus status(
      boolean outside, Optional<WindowCertificate> certificate, int run) {
    return status(1_699_999_999_750_000_000L, outside, certificate, run);
  }

  private static StreamStatus status(
      long time, boolean outside, Optional<WindowCertificate> certificate, int run) {
    return status(time, outside, true, certificate, run);
  }

  private static StreamStatus status(
      long time,
      boolean outside,
      boolean watched,
      Optional<WindowCertificate> certificate,
      int run) {
    return new StreamStatus(
        new ReadingStatus(time, Readiness.READY, List.of(0.5, -1.25)),
        new StreamCounts(1000, 3, 5, 2, 990, 10, 1, 4, 7),
        new MapStatus(List.of(0.75, 0.25), 0, 0),
        new ChannelStatus(
            new NoveltyStatus(
                0.125,
                watched ? OptionalDouble.of(0.5) : OptionalDouble.empty(),
                outside,
                outside ? OptionalLong.of(1_699_999_999_000_500_000L) : OptionalLong.empty(),
                outside ? List.of(0.875, 0.125) : List.of(),
                watched ? OptionalDouble.of(outside ? 1 : 0.25) : OptionalDouble.empty(),
                false),
            watched ? Optional.of(relation(outside)) : Optional.empty(),
            watched ? Optional.of(sensors(outside)) : Optional.empty(),
            outside ? 5e5 : 1),
        new IncidentStatus(outside ? Optional.of(incident()) : Optional.empty(), outside ? 3 : 2),
        new ClosureStatus(
            outside ? 1 : 0,
            OptionalDouble.of(1.125),
            OptionalDouble.of(0.96875),
            new RollingStatus(
                512, outside ? 0.25 : 0.0, OptionalDouble.of(0.015625), OptionalDouble.of(0.25))),
        new ForecasterStatus(
            time,
            List.of(
                new HorizonStatus(
                    1,
                    100,
                    new HorizonStatus.CoordinateScores(
                        OptionalDouble.of(0.0625),
                        OptionalDouble.of(0.1875),
                        OptionalDouble.of(0.375),
                        OptionalDouble.of(0.984375),
                        OptionalDouble.of(0.75),
                        OptionalDouble.of(0.001953125)),
                    new HorizonStatus.ReadingScores(
                        List.of(0.03125, 0.046875),
                        OptionalDouble.of(0.625),
                        OptionalDouble.of(0.5)),
                    List.of(
                        new ExpertShare(ExpertKind.ALL_SENSORS, 0.25),
                        new ExpertShare(ExpertKind.OWN_PAST, 0.75)),
                    List.of(1),
                    List.of(0.53125, -1.125),
                    Optional.of(
                        new IntervalStatus(
                            0.9,
                            List.of(0.0625, 0.125),
                            1000,
                            3,
                            OptionalDouble.of(0.5),
                            List.of(0.875, 0.9375),
                            0.25)),
                    List.of(
                        new SkillStatus(
                            SkillReference.PERSISTENCE.label(),
                            0.0125,
                            OptionalDouble.of(0.5),
                            OptionalDouble.of(0.625),
                            1000,
                            OptionalDouble.of(0.3),
                            OptionalDouble.of(0),
                            false),
                        new SkillStatus(
                            SkillReference.LINEAR.label(),
                            0.0125,
                            OptionalDouble.empty(),
                            OptionalDouble.of(0.0625),
                            1000,
                            OptionalDouble.of(0),
                            OptionalDouble.of(2500),
                            outside))),
                new HorizonStatus(
                    50,
                    100,
                    new HorizonStatus.CoordinateScores(
                        OptionalDouble.of(0.5),
                        OptionalDouble.of(0.3125),
                        OptionalDouble.of(0.4375),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.of(0.0078125)),
                    HorizonStatus.ReadingScores.NONE,
                    List.of(),
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    List.of())),
            others()),
        new CertificateStatus(certificate, run),
        Optional.empty());
  }

  /** Two streams of which everything is known, one in alarm. */
  public static EngineTelemetry fleet() {
    EngineTelemetry telemetry = withBudget(1e6, new StandingClock());
    telemetry.joined(0);
    telemetry.accepted(0, "pump-1", AssessmentFixture.start(), START - 20);
    telemetry.accepted(
        0,
        "pump-1",
        AssessmentFixture.due(new double[] {0.5, -1}, new double[] {0.25, 0.125}),
        START - 5);
    telemetry.status(0, "pump-1", healthy());
    telemetry.accepted(0, "pump-2", AssessmentFixture.start(), START - 700);
    telemetry.status(0, "pump-2", outside());
    telemetry
        .incidents()
        .add(
            new IncidentEntry.Shelving(
                "pump-2", (START + 3_600_000) * 1_000_000, "cleaning", "me", START * 1_000_000));
    AlertCounts.Channel mail = telemetry.alerts().channel("mail");
    mail.delivered();
    mail.failed("no answer");
    mail.gaveUp(1);
    mail.undelivered(1, OptionalLong.of(START - 90_000));
    telemetry.shadowed(0, "pump-2", AssessmentFixture.transition());
    telemetry.shadowStatus(0, "pump-2", healthy());
    telemetry.shadowFailed(0, "pump-2");
    telemetry.promoted(0, "pump-2");
    telemetry.rejected(0, RejectCause.of(RejectReason.NOT_FINITE));
    telemetry.quarantined(0, "pump-2", new QuarantineMark(2, 0, 17, START, "java.lang.Error: no"));
    telemetry.cellClosed(false);
    telemetry.tag("TT-101", EngineListener.TagOutcome.LATE);
    telemetry.unknownTag("XX-1");
    telemetry.openCells(0, "pump-1", OptionalLong.of((START - 1500) * 1_000_000));
    telemetry.fleetClosed(healthy().certificates().last().orElseThrow(), 2);
    return telemetry;
  }

  /** The exposition as Prometheus would get it. */
  public static String scrape(EngineTelemetry telemetry) {
    return telemetry.registry().scrape("text/plain; version=0.0.4; charset=utf-8");
  }

  public static List<String> samples(EngineTelemetry telemetry, String prefix) {
    return lines(scrape(telemetry)).filter(line -> line.startsWith(prefix)).toList();
  }

  public static Stream<String> lines(String exposition) {
    // Not String.lines: a carriage return inside a label ends no line of the format.
    return Stream.of(exposition.split("\n", -1));
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

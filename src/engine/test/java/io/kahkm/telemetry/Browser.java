package io.kahkm.telemetry;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kahkm.broker.Folders;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium of the machine, with a profile of its own that is removed with it. */
final class Browser implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  private final Path profile;
  private final ChromeDriver driver;

  private Browser(Path profile, ChromeDriver driver) {
    this.profile = profile;
    this.driver = driver;
  }

  /** Whether a browser and its driver are on the PATH. */
  private static boolean isInstalled() {
    return find("chromedriver").isPresent() && binary().isPresent();
  }

  private static Optional<File> binary() {
    return NAMES.stream().map(Browser::find).flatMap(Optional::stream).findFirst();
  }

  private static Optional<File> find(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(directory -> new File(directory, program))
        .filter(File::canExecute)
        .findFirst();
  }

  /** A browser, or the end of a test that cannot run without one. */
  static Browser startOrSkip() throws IOException {
    assumeTrue(
        isInstalled(),
        "the live page is not tested in a browser: chromium and chromedriver are not on the PATH"
            + " (Debian: apt-get install chromium chromium-driver)");
    return start();
  }

  private static Browser start() throws IOException {
    Path profile = Files.createTempDirectory("kahkm-browser");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(binary().orElseThrow());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(find("chromedriver").orElseThrow())
            .usingAnyFreePort()
            .withSilent(true)
            .build();
    return new Browser(profile, new ChromeDriver(service, options));
  }

  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
  }

  void scheme(String light) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", light))));
  }

  /** Runs a script in every page from now on, before anything of the page. */
  void onEveryPage(String script) {
    driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
  }

  void open(String address) {
    driver.get(address);
  }

  Object evaluate(String script, Object... arguments) {
    return driver.executeScript("return " + script, arguments);
  }

  /** Runs a library in the page. */
  void run(String script) {
    driver.executeScript(script);
  }

  /** The value of a promise. */
  Object await(String promise) {
    return driver.executeAsyncScript(
        "const done = arguments[arguments.length - 1]; "
            + promise
            + ".then(done, (wrong) => done([String(wrong)]))");
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** Visible text of the first match, empty if there is none. */
  String text(String selector) {
    Object text =
        driver.executeScript(
            "return document.querySelector(arguments[0])?.innerText ?? ''", selector);
    return String.valueOf(text);
  }

  void press(Keys key) {
    new Actions(driver).sendKeys(key).perform();
  }

  /** Waits for what the page should show; an error names it and says what is shown instead. */
  void await(String what, Duration patience, BooleanSupplier condition)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("no " + what + ", but\n" + text("body") + "\n" + problems());
      }
      Thread.sleep(100);
    }
  }

  /** Warnings and errors of the console since the last call. */
  List<String> problems() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  void picture(Path file) throws IOException {
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  @Override
  public void close() throws IOException {
    driver.quit();
    Folders.delete(profile);
  }
}

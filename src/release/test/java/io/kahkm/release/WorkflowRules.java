package io.kahkm.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What a workflow file may say: known keys, actions pinned to a commit, no right that its job does
 * not need, no text of others in a script.
 */
final class WorkflowRules {
  private static final Set<String> TOP =
      Set.of("name", "on", "permissions", "concurrency", "jobs", "env", "defaults");
  private static final Set<String> JOB =
      Set.of(
          "name",
          "needs",
          "if",
          "strategy",
          "runs-on",
          "timeout-minutes",
          "environment",
          "permissions",
          "steps",
          "uses",
          "with",
          "env",
          "outputs",
          "concurrency",
          "defaults");
  private static final Set<String> STEP =
      Set.of("id", "name", "if", "uses", "with", "run", "shell", "env", "timeout-minutes");
  private static final Set<String> TRIGGERS =
      Set.of("push", "pull_request", "workflow_call", "workflow_dispatch", "schedule");
  private static final Set<String> SCOPES =
      Set.of("actions", "attestations", "checks", "contents", "id-token", "packages");
  private static final Set<String> CONTEXTS =
      Set.of("github", "matrix", "needs", "runner", "secrets", "steps", "vars", "env", "inputs");
  private static final Pattern PINNED = Pattern.compile("[\\w.-]+/[\\w./-]+@[0-9a-f]{40}");
  private static final Pattern LOCAL = Pattern.compile("\\./\\.github/workflows/([\\w-]+\\.yml)");
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{(.*?)}}");
  private static final Pattern USES = Pattern.compile("(?m)^.*\\buses: (\\S+@\\S+)(.*)$");
  private static final Pattern TAGGED = Pattern.compile("\\s+# v\\d+\\.\\d+\\.\\d+");

  private final String text;
  private final Predicate<String> isWorkflow;
  private final Map<String, Set<String>> writes;
  private final List<String> faults = new ArrayList<>();

  private WorkflowRules(
      String text, Predicate<String> isWorkflow, Map<String, Set<String>> writes) {
    this.text = text;
    this.isWorkflow = isWorkflow;
    this.writes = writes;
  }

  /**
   * Everything that is wrong with a workflow.
   *
   * @param isWorkflow whether a file name is that of another workflow
   * @param writes the rights to write that a job needs, by its name
   */
  static List<String> faults(
      String text, Predicate<String> isWorkflow, Map<String, Set<String>> writes) {
    WorkflowRules rules = new WorkflowRules(text, isWorkflow, writes);
    rules.workflow(parse(text));
    return rules.faults;
  }

  static JsonNode parse(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    Object read = new Yaml(new SafeConstructor(options)).load(text);
    // YAML 1.1 reads the key "on" as true.
    return new ObjectMapper().valueToTree(read);
  }

  static JsonNode triggers(JsonNode workflow) {
    return workflow.has("on") ? workflow.path("on") : workflow.path("true");
  }

  private void workflow(JsonNode workflow) {
    for (String key : names(workflow)) {
      check(TOP.contains(key) || key.equals("true"), "unknown key " + key);
    }
    for (String key : names(triggers(workflow))) {
      check(TRIGGERS.contains(key), "trigger " + key);
    }
    check(!triggers(workflow).isMissingNode(), "no trigger");
    check(
        workflow.path("permissions").isObject() && workflow.path("permissions").isEmpty(),
        "rights for all jobs");
    for (MatchResult use : USES.matcher(text).results().toList()) {
      check(TAGGED.matcher(use.group(2)).matches(), "no version beside " + use.group(1));
    }
    JsonNode jobs = workflow.path("jobs");
    check(jobs.isObject() && !jobs.isEmpty(), "no jobs");
    for (String name : names(jobs)) {
      job(name, jobs.path(name), jobs);
    }
  }

  private void job(String name, JsonNode job, JsonNode jobs) {
    for (String key : names(job)) {
      check(JOB.contains(key), name + ": unknown key " + key);
    }
    check(job.path("permissions").isObject(), name + ": no permissions");
    for (String scope : names(job.path("permissions"))) {
      String right = job.path("permissions").path(scope).asText();
      check(SCOPES.contains(scope), name + ": unknown right " + scope);
      check(
          right.equals("read")
              || (right.equals("write") && writes.getOrDefault(name, Set.of()).contains(scope)),
          name + ": may " + right + " " + scope);
    }
    for (String before : needs(job)) {
      check(jobs.has(before), name + ": needs " + before + ", which is no job");
      check(!closure(before, jobs).contains(name), name + ": needs itself");
    }
    if (job.has("uses")) {
      String used = job.path("uses").asText();
      var local = LOCAL.matcher(used);
      check(local.matches() && isWorkflow.test(local.group(1)), name + ": uses " + used);
      check(!job.has("steps"), name + ": steps beside uses");
    } else {
      check(job.path("timeout-minutes").isInt(), name + ": no timeout-minutes");
      check(job.has("runs-on"), name + ": no runs-on");
      check(!job.path("runs-on").asText().contains("latest"), name + ": runs-on latest");
      check(job.path("steps").isArray() && !job.path("steps").isEmpty(), name + ": no steps");
    }
    expressions(name, job);
    if (job.toString().contains("secrets.")) {
      check(job.has("environment"), name + ": secrets without an environment that is approved");
    }
    for (JsonNode step : job.path("steps")) {
      step(name, step);
    }
  }

  private void step(String job, JsonNode step) {
    for (String key : names(step)) {
      check(STEP.contains(key), job + ": unknown key " + key);
    }
    check(step.has("uses") != step.has("run"), job + ": a step either uses or runs");
    String used = step.path("uses").asText();
    if (step.has("uses")) {
      check(PINNED.matcher(used).matches(), job + ": not pinned: " + used);
      check(!step.has("shell"), job + ": a shell beside uses");
    }
    if (used.startsWith("actions/checkout@")) {
      check(
          step.path("with").path("persist-credentials").isBoolean()
              && !step.path("with").path("persist-credentials").asBoolean(),
          job + ": checkout leaves its credentials");
    }
    check(
        !EXPRESSION.matcher(step.path("run").asText()).find(),
        job + ": an expression in a script: " + step.path("run").asText());
  }

  private void expressions(String name, JsonNode job) {
    Set<String> matrix = new HashSet<>(names(job.path("strategy").path("matrix")));
    for (MatchResult found : EXPRESSION.matcher(job.toString()).results().toList()) {
      for (MatchResult used :
          Pattern.compile("\\b([a-z]+)\\.([\\w-]+)").matcher(found.group(1)).results().toList()) {
        check(CONTEXTS.contains(used.group(1)), name + ": unknown " + used.group());
        check(
            !used.group(1).equals("matrix") || matrix.contains(used.group(2)),
            name + ": not in the matrix: " + used.group());
      }
    }
  }

  /** The jobs that a job waits for, directly or not. */
  static Set<String> closure(String name, JsonNode jobs) {
    Set<String> found = new HashSet<>();
    List<String> next = new ArrayList<>(needs(jobs.path(name)));
    while (!next.isEmpty()) {
      String one = next.remove(next.size() - 1);
      if (found.add(one)) {
        next.addAll(needs(jobs.path(one)));
      }
    }
    return found;
  }

  private static List<String> needs(JsonNode job) {
    List<String> found = new ArrayList<>();
    JsonNode needs = job.path("needs");
    if (needs.isTextual()) {
      found.add(needs.asText());
    }
    needs.elements().forEachRemaining(one -> found.add(one.asText()));
    return found;
  }

  private static List<String> names(JsonNode node) {
    List<String> found = new ArrayList<>();
    node.fieldNames().forEachRemaining(found::add);
    return found;
  }

  private void check(boolean holds, String fault) {
    if (!holds) {
      faults.add(fault);
    }
  }
}

package io.kahkm.bench.soak;

/** What is said of every fault. */
enum FaultDescription {
  MODEL_UPGRADE(
      "model-upgrade",
      "a new map runs under a new application id beside the old one, from the beginning of"
          + " the input, until every stream has a certificate of it; then the old instances stop"
          + " and it continues alone",
      "SIGTERM of the old instances to the first new committed forecast of the slowest partition by"
          + " the new map",
      "engine started application=soak-next"),
  RELEASE_ROLL(
      "release-roll",
      "an earlier release runs two instances under an application id of its own, from the beginning"
          + " of the input, with a model that it fitted; they stop and start again one after the"
          + " other as this release, on the same state; compared is what either published, in the"
          + " fields that the earlier release writes",
      "SIGTERM of an instance of the earlier release to a new committed forecast of every"
          + " partition, the longer of two",
      "engine started"),
  KILL_STANDBY(
      "kill-standby",
      "SIGKILL of one of two instances, num.standby.replicas 1",
      "SIGKILL to the first new committed forecast of the slowest partition it held",
      "Partition [0-9] assigned"),
  KILL(
      "kill",
      "SIGKILL of one of two instances, no standby",
      "SIGKILL to the first new committed forecast of the slowest partition it held",
      "Partition [0-9] assigned"),
  REBALANCE(
      "rebalance",
      "SIGTERM of one of two instances, then two more start, then two end by SIGTERM (1 -> 3 -> 1)",
      "longest time without forecasts of any partition",
      "Partition [0-9] assigned"),
  ZOMBIE(
      "zombie",
      "SIGSTOP of one of two instances for longer than session and transaction timeout, then"
          + " SIGCONT",
      "SIGSTOP to the first new committed forecast of the slowest partition it held",
      "Partition [0-9] revoked"),
  UPGRADE(
      "upgrade",
      "both instances stop and start again one after the other, from a copy of the program, same"
          + " state",
      "longest time without forecasts of any partition",
      "Partition [0-9] assigned"),
  BROKER_RESTART(
      "broker-restart",
      "SIGTERM of the only broker, started again 12 s later",
      "broker serving again to the first new committed forecast of the slowest partition",
      "No broker at .* has answered"),
  BROKER_KILL(
      "broker-kill",
      "SIGKILL of the only broker, started again 12 s later",
      "broker serving again to the first new committed forecast of the slowest partition",
      "No broker at .* has answered"),
  BROKER_AWAY(
      "broker-away",
      "SIGKILL of the only broker, started again 25 s later: longer than the transaction timeout"
          + " and the abort scan",
      "broker serving again to the first new committed forecast of the slowest partition",
      "No broker at .* has answered"),
  ELECTIONS(
      "leader-elections",
      "ten times within fifteen seconds every partition of every topic, Kafka's own included, gets"
          + " another leader",
      "longest time without forecasts of any partition",
      "engine started"),
  BROKER_ROLL(
      "broker-roll",
      "SIGTERM of the three brokers one after the other, each started again at once, the next one"
          + " when all replicas are in step",
      "longest time without forecasts of any partition",
      "engine started"),
  BROKER_LOST(
      "broker-lost",
      "SIGKILL of one of three brokers, started again 12 s later",
      "longest time without forecasts of any partition",
      "engine started"),
  MAJORITY_LOST(
      "majority-lost",
      "SIGKILL of two of three brokers, started again 12 s later: what is left may write and elect"
          + " nothing",
      "longest time without forecasts of any partition, the outage included",
      "engine started"),
  BROKER_STALLED(
      "broker-stalled",
      "SIGSTOP of one of three brokers for 7 s: longer than a transaction may last, shorter than"
          + " its session, so that it still leads when it wakes up and finds writes of transactions"
          + " that others ended meanwhile",
      "longest time without forecasts of any partition",
      "engine started"),
  BROKER_FROZEN(
      "broker-frozen",
      "SIGSTOP of one of three brokers for 20 s: others take over its partitions, and it believes"
          + " to lead them when it wakes up",
      "longest time without forecasts of any partition",
      "engine started"),
  BROKER_CUT(
      "broker-cut",
      "one of three brokers is taken off the network for 20 s (its network namespace): packets are"
          + " dropped, connections stay open",
      "longest time without forecasts of any partition",
      "engine started"),
  BROKER_PARTED(
      "broker-parted",
      "one of three brokers and the other two do not reach each other for 20 s, engines reach all"
          + " three",
      "longest time without forecasts of any partition",
      "engine started"),
  BROKER_CLOCK(
      "broker-clock",
      "the clock of one of three brokers is set 21 times within some 16 s: 45 minutes behind,"
          + " right, 45 minutes ahead, and so on; at last it is right",
      "longest time without forecasts of any partition",
      "engine started"),
  BROKER_BEHIND(
      "broker-behind",
      "the clock of one of three brokers, which does not coordinate the engines' group, is set two"
          + " hours behind, so that it refuses all results as records of the future; an instance"
          + " stops, and the other and one that is started stop too or wait 30 s for its transaction;"
          + " the clock is set right, all partitions get other leaders as the runbook says, and both"
          + " start",
      "start with the clock set right to the first new committed forecast of the slowest partition",
      "the brokers refuse timestamps .*broker's clock.*resumes where it stopped"),
  TRANSACTION_UPGRADE(
      "transaction-upgrade",
      "the feature transaction.version of the three brokers is raised from 1 to 2 under load",
      "longest time without forecasts of any partition",
      "engine started"),
  SLOW_DISK(
      "slow-disk",
      "input and output topics with flush.messages 1 and segment.bytes 1 MB (changelogs have it"
          + " always) for 10 s, then a SIGKILL of one of two instances",
      "SIGKILL to the first new committed forecast of the slowest partition it held",
      "Partition [0-9] assigned"),
  EMPTIED_STATE(
      "emptied-state",
      "SIGTERM of both instances, their state directories deleted, both started again",
      "start to the first new committed forecast of the slowest partition",
      "Restored [0-9]+ records from the changelogs"),
  FULL_DISK(
      "full-disk",
      "state directory of one of two instances on a file system of its own (tmpfs), filled to the"
          + " last byte under load; the instance is stopped and started on it, gives up, and is"
          + " started again once there is room",
      "start with room to its share of the work restored and running",
      "state directory .* free space on its disk"),
  ALLOWED_CHANGE(
      "allowed-change",
      "all instances stop, closure.beta and num.stream.threads change in the topology file, all"
          + " start again on the same state",
      "start to the first new committed forecast of the slowest partition",
      "engine started"),
  FORBIDDEN_CHANGE(
      "forbidden-change",
      "one of two instances starts with another certificates.delta in its topology file and is"
          + " refused; it gets the old file back",
      "longest time without forecasts of any partition",
      "certificates.delta was 0.05 and is now 0.025; .*new application.id"),
  PROMOTION(
      "promotion",
      "model.shadow puts a second map on trial, and one of two instances is killed; the two names"
          + " are swapped: one instance is killed and comes back with the new roles, a third with"
          + " the new roles takes partitions of one with the old, both others follow by SIGTERM;"
          + " the names are swapped back, one instance after the other; the trial ends, and what is"
          + " stored of the second map goes",
      "longest time without forecasts of any partition during the promotion",
      "engine started"),
  PAGE_ASKED(
      "page-asked",
      "SIGKILL of one of two instances while the fleet's page and every stream's page are asked of"
          + " the other, again and again: each request is answered, the fleet's page names the"
          + " instance that is gone, and in the end has all streams",
      "SIGKILL to a page with all streams and all partitions",
      "Partition [0-9] assigned"),
  POISONED(
      "poisoned",
      "both instances run a program that throws on one certain reading; it comes, instances"
          + " that stop are started again, after two stops it is quarantined; then both run the"
          + " sound program again",
      "the reading sent to the first new committed forecast of the slowest partition after it"
          + " was quarantined",
      "2 of 2 attempts failed.*(?s:.)*The engine failed again on the record .* which is"
          + " quarantined"),
  NO_TIMESTAMP(
      "no-timestamp",
      "for some ten seconds all records have the timestamp -1; both instances restart meanwhile",
      "longest time without forecasts of any partition",
      "engine started"),
  CLOCK_AHEAD(
      "clock-ahead",
      "for some ten seconds all records have timestamps twenty years ahead, and a quarter of the"
          + " streams readings so far ahead; both instances restart meanwhile; then all clocks are"
          + " right again",
      "longest time without forecasts of any partition",
      "engine started"),
  AUTHORIZATION_LOST(
      "authorization-lost",
      "an ACL forbids writing to the forecasts topic; both instances stop, and one that is started"
          + " stops again; the ACL is taken back and both start",
      "start with the right given back to the first new committed forecast of the slowest"
          + " partition",
      "the brokers deny access .*grant the engine's user that right.*resumes where it stopped"),
  PARTITION_ADDED(
      "partition-added",
      "the input topic gets a fifth partition; both instances stop, and one that is started"
          + " stops again; producers continue into all five for a while; then as the runbook says:"
          + " a new topic of four partitions, what is unread copied to it, input.topic changed",
      "start on the new topic to the first new committed forecast of the slowest partition",
      "expected: 5; actual: 4.*Do NOT reset the application.*runbook");

  private final String label;
  private final String how;
  private final String measured;
  private final String sign;

  FaultDescription(String label, String how, String measured, String sign) {
    this.label = label;
    this.how = how;
    this.measured = measured;
    this.sign = sign;
  }

  /** Short name, words joined by hyphens. */
  String label() {
    return label;
  }

  /** What is done, in one sentence. */
  String how() {
    return how;
  }

  /** What the time to recover is measured from and to. */
  String measured() {
    return measured;
  }

  /** A line that the logs must have after it, as a regular expression; it names the remedy. */
  String sign() {
    return sign;
  }
}

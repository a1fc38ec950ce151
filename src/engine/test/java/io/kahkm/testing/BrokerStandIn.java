package io.kahkm.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsResponseData;
import org.apache.kafka.common.message.DescribeClusterResponseData;
import org.apache.kafka.common.message.DescribeConfigsRequestData;
import org.apache.kafka.common.message.DescribeConfigsResponseData;
import org.apache.kafka.common.message.DescribeGroupsRequestData;
import org.apache.kafka.common.message.DescribeGroupsResponseData;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.HeartbeatResponseData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.message.JoinGroupRequestData;
import org.apache.kafka.common.message.JoinGroupResponseData;
import org.apache.kafka.common.message.LeaveGroupRequestData;
import org.apache.kafka.common.message.LeaveGroupResponseData;
import org.apache.kafka.common.message.ListOffsetsRequestData;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.OffsetFetchRequestData;
import org.apache.kafka.common.message.OffsetFetchResponseData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.SyncGroupRequestData;
import org.apache.kafka.common.message.SyncGroupResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.ApiVersionsResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.ResponseHeader;
import org.apache.kafka.common.utils.Utils;

/**
 * Answers Kafka's clients as a cluster would whose topics, groups and refusals a test has named: in
 * milliseconds, where a broker starts in seconds, and as no broker answers that works. Records are
 * kept and read back; a group has one member at most, and transactions are not there.
 */
public final class BrokerStandIn implements AutoCloseable {
  /** Newest versions that name topics, as this does, and not their identities. */
  private static final Map<ApiKeys, Integer> NEWEST =
      Map.of(ApiKeys.FETCH, 12, ApiKeys.PRODUCE, 12, ApiKeys.OFFSET_FETCH, 9);

  private static final List<ApiKeys> KNOWN =
      List.of(
          ApiKeys.API_VERSIONS,
          ApiKeys.METADATA,
          ApiKeys.DESCRIBE_CLUSTER,
          ApiKeys.DESCRIBE_CONFIGS,
          ApiKeys.CREATE_TOPICS,
          ApiKeys.LIST_OFFSETS,
          ApiKeys.FIND_COORDINATOR,
          ApiKeys.OFFSET_FETCH,
          ApiKeys.DESCRIBE_GROUPS,
          ApiKeys.INIT_PRODUCER_ID,
          ApiKeys.PRODUCE,
          ApiKeys.FETCH);

  /** What a group with a member needs besides. */
  private static final List<ApiKeys> MEMBERSHIP =
      List.of(ApiKeys.JOIN_GROUP, ApiKeys.SYNC_GROUP, ApiKeys.HEARTBEAT, ApiKeys.LEAVE_GROUP);

  private static final String HOST = "127.0.0.1";

  /** Connections that may wait to be accepted. */
  private static final int WAITING = 50;

  private static final short NO_NUMBER = -1;

  /** How long a consumer waits for an answer without records. */
  private static final int IDLE_MILLIS = 10;

  private final ServerSocket server;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<Socket> connections = new ArrayList<>();
  private final Map<String, Topic> topics = new TreeMap<>();
  private final Map<String, Group> groups = new TreeMap<>();
  private final Map<String, String> settings = new TreeMap<>();
  private final Map<String, String> created = new LinkedHashMap<>();
  private final Map<String, Errors> refusedCreations = new TreeMap<>();
  private final Map<String, Short> features = new TreeMap<>();
  private final List<String> left = new ArrayList<>();
  private boolean admitting;
  private int brokers = 1;
  private Errors refusal = Errors.NONE;

  /** A topic of the cluster. */
  public static final class Topic {
    private final List<List<SimpleRecord>> partitions = new ArrayList<>();
    private final Map<String, String> settings = new TreeMap<>();
    private int operations = Integer.MIN_VALUE;
    private Errors refusal = Errors.NONE;
    private Errors settingsRefusal = Errors.NONE;

    private Topic(int partitions) {
      settings.put("max.message.bytes", "1048588");
      for (int i = 0; i < partitions; i++) {
        this.partitions.add(new ArrayList<>());
      }
    }

    /** Sets a setting, which the cluster tells. */
    public Topic set(String name, Object value) {
      settings.put(name, value.toString());
      return this;
    }

    /** Tells that the login may do these things. */
    public Topic allow(AclOperation... allowed) {
      operations = bits(allowed);
      return this;
    }

    /** Answers questions about the topic with an error. */
    public Topic refuse(Errors error) {
      refusal = error;
      return this;
    }

    /** Answers questions about the topic's settings with an error. */
    public Topic refuseSettings(Errors error) {
      settingsRefusal = error;
      return this;
    }

    /** Appends a record; its key and value may be null. */
    public Topic append(int partition, long millis, String key, String value) {
      partitions
          .get(partition)
          .add(
              new SimpleRecord(
                  millis,
                  key == null ? null : key.getBytes(UTF_8),
                  value == null ? null : value.getBytes(UTF_8)));
      return this;
    }

    /** The records of all partitions as texts, key and value. */
    public List<String> records() {
      return partitions.stream()
          .flatMap(List::stream)
          .map(record -> text(record.key()) + "=" + text(record.value()))
          .toList();
    }

    private static String text(ByteBuffer bytes) {
      return bytes == null ? "null" : UTF_8.decode(bytes.duplicate()).toString();
    }

    private ListOffsetsResponseData.ListOffsetsPartitionResponse offset(int partition, long at) {
      List<SimpleRecord> records = partitions.get(partition);
      var found = new ListOffsetsResponseData.ListOffsetsPartitionResponse();
      found.setPartitionIndex(partition).setErrorCode(refusal.code());
      if (at == -1) {
        found.setOffset(records.size());
      } else if (at == -2) {
        found.setOffset(0);
      } else {
        IntStream.range(0, records.size())
            .filter(i -> at == -3 || records.get(i).timestamp() >= at)
            .boxed()
            .max(Comparator.comparingLong(i -> at == -3 ? records.get(i).timestamp() : -i))
            .ifPresent(i -> found.setOffset(i).setTimestamp(records.get(i).timestamp()));
      }
      return found;
    }
  }

  /** A consumer group of the cluster. */
  public static final class Group {
    private final List<String> members = new ArrayList<>();
    private final Map<String, Map<Integer, OffsetFetchResponseData.OffsetFetchResponsePartitions>>
        committed = new TreeMap<>();
    private String state = "Empty";
    private int operations = Integer.MIN_VALUE;
    private Errors refusal = Errors.NONE;
    private Errors offsetsRefusal = Errors.NONE;

    /** Adds members by the identity of their clients. */
    public Group members(String... clients) {
      members.addAll(List.of(clients));
      state = "Stable";
      return this;
    }

    /** Sets what the group is doing, in Kafka's words. */
    public Group state(String name) {
      state = name;
      return this;
    }

    /** Commits an offset. */
    public Group commit(String topic, int partition, long offset, String metadata) {
      committed
          .computeIfAbsent(topic, name -> new TreeMap<>())
          .put(
              partition,
              new OffsetFetchResponseData.OffsetFetchResponsePartitions()
                  .setPartitionIndex(partition)
                  .setCommittedOffset(offset)
                  .setMetadata(metadata));
      return this;
    }

    /** Tells that the login may do these things. */
    public Group allow(AclOperation... allowed) {
      operations = bits(allowed);
      return this;
    }

    /** Answers questions about the group with an error. */
    public Group refuse(Errors error) {
      refusal = error;
      return this;
    }

    /** Answers questions about what the group committed with an error. */
    public Group refuseOffsets(Errors error) {
      offsetsRefusal = error;
      return this;
    }
  }

  /** A cluster of one broker without topics. */
  public BrokerStandIn() {
    try {
      server = new ServerSocket(0, WAITING, InetAddress.getLoopbackAddress());
    } catch (IOException noPort) {
      throw new UncheckedIOException(noPort);
    }
    start("broker stand-in", this::accept);
  }

  private static int bits(AclOperation... operations) {
    return Utils.to32BitField(
        Arrays.stream(operations).map(AclOperation::code).collect(Collectors.toSet()));
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Where it is reached, as {@code bootstrap.servers} says it. */
  public String servers() {
    return HOST + ":" + server.getLocalPort();
  }

  /** Adds a topic. */
  public synchronized Topic topic(String name, int partitions) {
    Topic topic = new Topic(partitions);
    topics.put(name, topic);
    return topic;
  }

  /** Adds a consumer group. */
  public synchronized Group group(String name) {
    return groups.computeIfAbsent(name, added -> new Group());
  }

  /** Sets how many brokers the cluster says it has. */
  public synchronized BrokerStandIn brokers(int count) {
    brokers = count;
    return this;
  }

  /** Sets a setting of every broker. */
  public synchronized BrokerStandIn set(String name, Object value) {
    settings.put(name, value.toString());
    return this;
  }

  /** Sets the level of a feature of the cluster. */
  public synchronized BrokerStandIn feature(String name, int level) {
    features.put(name, (short) level);
    return this;
  }

  /** Answers questions about the cluster with an error. */
  public synchronized BrokerStandIn refuse(Errors error) {
    refusal = error;
    return this;
  }

  /** Lets groups have a member: one each, which has everything. */
  public synchronized BrokerStandIn admitMembers() {
    admitting = true;
    return this;
  }

  /** Groups that a member has left. */
  public synchronized List<String> left() {
    return List.copyOf(left);
  }

  /** Answers the creation of a topic with an error. */
  public synchronized BrokerStandIn refuseCreation(String topic, Errors error) {
    refusedCreations.put(topic, error);
    return this;
  }

  /**
   * Topics that were created: by name, partitions, replicas and settings as they were asked for.
   */
  public synchronized Map<String, String> created() {
    return new LinkedHashMap<>(created);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket connection = server.accept();
        synchronized (this) {
          connections.add(connection);
        }
        start("broker stand-in, a connection", () -> serve(connection));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection;
        DataInputStream in = new DataInputStream(connection.getInputStream());
        OutputStream out = connection.getOutputStream()) {
      while (true) {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        Answer answer = answer(ByteBuffer.wrap(bytes));
        if (answer.idle && closed.await(IDLE_MILLIS, TimeUnit.MILLISECONDS)) {
          return;
        }
        out.write(answer.bytes);
      }
    } catch (IOException gone) {
      // The client has closed its connection, or the test its broker.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** An answer, and whether a consumer has to wait for it. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Answer(byte[] bytes, boolean idle) {}

  private Answer answer(ByteBuffer bytes) {
    RequestHeader request = RequestHeader.parse(bytes);
    short version = request.apiVersion();
    ApiMessage asked =
        AbstractRequest.parseRequest(request.apiKey(), version, new ByteBufferAccessor(bytes))
            .request
            .data();
    ResponseHeader header = request.toResponseHeader();
    ByteBuffer head =
        MessageUtil.toByteBufferAccessor(header.data(), header.headerVersion()).buffer();
    ApiMessage answer = answer(request, asked);
    ByteBuffer body = MessageUtil.toByteBufferAccessor(answer, version).buffer();
    int length = head.remaining() + body.remaining();
    // In one piece: a client waits long for the second of two small ones.
    return new Answer(
        ByteBuffer.allocate(Integer.BYTES + length).putInt(length).put(head).put(body).array(),
        answer instanceof FetchResponseData read && isEmpty(read));
  }

  private static boolean isEmpty(FetchResponseData read) {
    return read.responses().stream()
        .flatMap(topic -> topic.partitions().stream())
        .allMatch(partition -> partition.records().sizeInBytes() == 0);
  }

  private synchronized ApiMessage answer(RequestHeader request, ApiMessage asked) {
    return switch (request.apiKey()) {
      case API_VERSIONS -> versions();
      case METADATA -> metadata((MetadataRequestData) asked);
      case DESCRIBE_CLUSTER -> cluster();
      case DESCRIBE_CONFIGS -> settings((DescribeConfigsRequestData) asked);
      case CREATE_TOPICS -> create((CreateTopicsRequestData) asked);
      case LIST_OFFSETS -> offsets((ListOffsetsRequestData) asked);
      case FIND_COORDINATOR -> coordinators((FindCoordinatorRequestData) asked);
      case OFFSET_FETCH -> committed((OffsetFetchRequestData) asked);
      case JOIN_GROUP -> join(request.clientId(), (JoinGroupRequestData) asked);
      case SYNC_GROUP -> assign((SyncGroupRequestData) asked);
      case HEARTBEAT -> new HeartbeatResponseData();
      case LEAVE_GROUP -> leave((LeaveGroupRequestData) asked);
      case DESCRIBE_GROUPS -> groups((DescribeGroupsRequestData) asked);
      case INIT_PRODUCER_ID ->
          new InitProducerIdResponseData().setProducerId(1).setProducerEpoch((short) 0);
      case PRODUCE -> append((ProduceRequestData) asked);
      case FETCH -> read((FetchRequestData) asked);
      default -> throw new IllegalStateException("is not offered: " + request.apiKey());
    };
  }

  private ApiVersionsResponseData versions() {
    var offered = new ApiVersionsResponseData.ApiVersionCollection();
    List<ApiKeys> keys = new ArrayList<>(KNOWN);
    keys.addAll(admitting ? MEMBERSHIP : List.of());
    for (ApiKeys key : keys) {
      var range = ApiVersionsResponse.toApiVersion(key);
      Integer newest = NEWEST.get(key);
      offered.add(newest == null ? range : range.setMaxVersion(newest.shortValue()));
    }
    var levels = new ApiVersionsResponseData.FinalizedFeatureKeyCollection();
    features.forEach(
        (name, level) ->
            levels.add(
                new ApiVersionsResponseData.FinalizedFeatureKey()
                    .setName(name)
                    .setMinVersionLevel(level)
                    .setMaxVersionLevel(level)));
    return new ApiVersionsResponseData()
        .setApiKeys(offered)
        .setFinalizedFeatures(levels)
        .setFinalizedFeaturesEpoch(1);
  }

  private MetadataResponseData metadata(MetadataRequestData asked) {
    var nodes = new MetadataResponseData.MetadataResponseBrokerCollection();
    for (int i = 0; i < brokers; i++) {
      nodes.add(
          new MetadataResponseData.MetadataResponseBroker()
              .setNodeId(i)
              .setHost(HOST)
              .setPort(server.getLocalPort()));
    }
    var found = new MetadataResponseData.MetadataResponseTopicCollection();
    if (asked.topics() == null) {
      topics.forEach((name, topic) -> found.add(metadata(name, topic)));
    } else {
      asked.topics().forEach(topic -> found.add(metadata(topic.name(), topics.get(topic.name()))));
    }
    return new MetadataResponseData()
        .setBrokers(nodes)
        .setClusterId("stand-in")
        .setControllerId(0)
        .setTopics(found);
  }

  private static MetadataResponseData.MetadataResponseTopic metadata(String name, Topic topic) {
    var told = new MetadataResponseData.MetadataResponseTopic().setName(name);
    if (topic == null) {
      return told.setErrorCode(Errors.UNKNOWN_TOPIC_OR_PARTITION.code());
    }
    if (topic.refusal != Errors.NONE) {
      return told.setErrorCode(topic.refusal.code());
    }
    return told.setTopicAuthorizedOperations(topic.operations)
        .setPartitions(
            IntStream.range(0, topic.partitions.size())
                .mapToObj(
                    partition ->
                        new MetadataResponseData.MetadataResponsePartition()
                            .setPartitionIndex(partition)
                            .setLeaderId(0)
                            .setLeaderEpoch(0)
                            .setReplicaNodes(List.of(0))
                            .setIsrNodes(List.of(0)))
                .toList());
  }

  private DescribeClusterResponseData cluster() {
    var nodes = new DescribeClusterResponseData.DescribeClusterBrokerCollection();
    for (int i = 0; i < brokers; i++) {
      nodes.add(
          new DescribeClusterResponseData.DescribeClusterBroker()
              .setBrokerId(i)
              .setHost(HOST)
              .setPort(server.getLocalPort()));
    }
    return new DescribeClusterResponseData()
        .setErrorCode(refusal.code())
        .setErrorMessage(refusal.message())
        .setClusterId("stand-in")
        .setControllerId(0)
        .setBrokers(nodes);
  }

  private DescribeConfigsResponseData settings(DescribeConfigsRequestData asked) {
    return new DescribeConfigsResponseData()
        .setResults(asked.resources().stream().map(this::settings).toList());
  }

  private DescribeConfigsResponseData.DescribeConfigsResult settings(
      DescribeConfigsRequestData.DescribeConfigsResource asked) {
    boolean ofTopic = asked.resourceType() == ConfigResource.Type.TOPIC.id();
    Topic topic = topics.get(asked.resourceName());
    Errors error =
        !ofTopic
            ? refusal
            : topic == null ? Errors.UNKNOWN_TOPIC_OR_PARTITION : topic.settingsRefusal;
    Map<String, String> told = ofTopic && topic != null ? topic.settings : settings;
    return new DescribeConfigsResponseData.DescribeConfigsResult()
        .setErrorCode(error.code())
        .setErrorMessage(error.message())
        .setResourceType(asked.resourceType())
        .setResourceName(asked.resourceName())
        .setConfigs(
            error != Errors.NONE
                ? List.of()
                : told.entrySet().stream()
                    .map(
                        setting ->
                            new DescribeConfigsResponseData.DescribeConfigsResourceResult()
                                .setName(setting.getKey())
                                .setConfigSource((byte) 1)
                                .setValue(setting.getValue()))
                    .toList());
  }

  private CreateTopicsResponseData create(CreateTopicsRequestData asked) {
    var results = new CreateTopicsResponseData.CreatableTopicResultCollection();
    for (CreateTopicsRequestData.CreatableTopic wanted : asked.topics()) {
      Errors error =
          topics.containsKey(wanted.name())
              ? Errors.TOPIC_ALREADY_EXISTS
              : refusedCreations.getOrDefault(wanted.name(), Errors.NONE);
      if (error == Errors.NONE) {
        Topic made = topic(wanted.name(), Math.max(1, wanted.numPartitions()));
        Map<String, String> own = new TreeMap<>();
        wanted.configs().forEach(setting -> own.put(setting.name(), setting.value()));
        own.forEach(made::set);
        created.put(
            wanted.name(),
            number(wanted.numPartitions())
                + " x "
                + number(wanted.replicationFactor())
                + " "
                + own);
      }
      results.add(
          new CreateTopicsResponseData.CreatableTopicResult()
              .setName(wanted.name())
              .setErrorCode(error.code())
              .setErrorMessage(error.message()));
    }
    return new CreateTopicsResponseData().setTopics(results);
  }

  private static String number(int asked) {
    return asked == NO_NUMBER ? "usual" : Integer.toString(asked);
  }

  private ListOffsetsResponseData offsets(ListOffsetsRequestData asked) {
    return new ListOffsetsResponseData()
        .setTopics(
            asked.topics().stream()
                .map(
                    topic ->
                        new ListOffsetsResponseData.ListOffsetsTopicResponse()
                            .setName(topic.name())
                            .setPartitions(
                                topic.partitions().stream()
                                    .map(
                                        one ->
                                            topics
                                                .get(topic.name())
                                                .offset(one.partitionIndex(), one.timestamp()))
                                    .toList()))
                .toList());
  }

  private FindCoordinatorResponseData coordinators(FindCoordinatorRequestData asked) {
    return new FindCoordinatorResponseData()
        .setCoordinators(
            asked.coordinatorKeys().stream()
                .map(
                    key ->
                        new FindCoordinatorResponseData.Coordinator()
                            .setKey(key)
                            .setNodeId(0)
                            .setHost(HOST)
                            .setPort(server.getLocalPort()))
                .toList());
  }

  private OffsetFetchResponseData committed(OffsetFetchRequestData asked) {
    return new OffsetFetchResponseData()
        .setGroups(asked.groups().stream().map(one -> committed(one.groupId())).toList());
  }

  private OffsetFetchResponseData.OffsetFetchResponseGroup committed(String name) {
    Group group = groups.getOrDefault(name, new Group());
    return new OffsetFetchResponseData.OffsetFetchResponseGroup()
        .setGroupId(name)
        .setErrorCode(group.offsetsRefusal.code())
        .setTopics(
            group.committed.entrySet().stream()
                .map(
                    topic ->
                        new OffsetFetchResponseData.OffsetFetchResponseTopics()
                            .setName(topic.getKey())
                            .setPartitions(List.copyOf(topic.getValue().values())))
                .toList());
  }

  private static JoinGroupResponseData join(String client, JoinGroupRequestData asked) {
    JoinGroupRequestData.JoinGroupRequestProtocol protocol = asked.protocols().iterator().next();
    String member = asked.memberId().isEmpty() ? client + "-member" : asked.memberId();
    return new JoinGroupResponseData()
        .setGenerationId(1)
        .setProtocolType(asked.protocolType())
        .setProtocolName(protocol.name())
        .setLeader(member)
        .setMemberId(member)
        .setMembers(
            List.of(
                new JoinGroupResponseData.JoinGroupResponseMember()
                    .setMemberId(member)
                    .setGroupInstanceId(asked.groupInstanceId())
                    .setMetadata(protocol.metadata())));
  }

  private static SyncGroupResponseData assign(SyncGroupRequestData asked) {
    return new SyncGroupResponseData()
        .setProtocolType(asked.protocolType())
        .setProtocolName(asked.protocolName())
        .setAssignment(asked.assignments().get(0).assignment());
  }

  private LeaveGroupResponseData leave(LeaveGroupRequestData asked) {
    left.add(asked.groupId());
    return new LeaveGroupResponseData()
        .setMembers(
            asked.members().stream()
                .map(
                    member ->
                        new LeaveGroupResponseData.MemberResponse()
                            .setMemberId(member.memberId())
                            .setGroupInstanceId(member.groupInstanceId()))
                .toList());
  }

  private DescribeGroupsResponseData groups(DescribeGroupsRequestData asked) {
    return new DescribeGroupsResponseData()
        .setGroups(asked.groups().stream().map(this::described).toList());
  }

  private DescribeGroupsResponseData.DescribedGroup described(String name) {
    Group group = groups.get(name);
    var told = new DescribeGroupsResponseData.DescribedGroup().setGroupId(name);
    if (group == null || group.refusal != Errors.NONE) {
      return told.setErrorCode((group == null ? Errors.GROUP_ID_NOT_FOUND : group.refusal).code());
    }
    return told.setGroupState(group.state)
        .setProtocolType("consumer")
        .setProtocolData("stream")
        .setAuthorizedOperations(group.operations)
        .setMembers(
            group.members.stream()
                .map(
                    client ->
                        new DescribeGroupsResponseData.DescribedGroupMember()
                            .setMemberId(client + "-member")
                            .setClientId(client)
                            .setClientHost(HOST))
                .toList());
  }

  private ProduceResponseData append(ProduceRequestData asked) {
    var responses = new ProduceResponseData.TopicProduceResponseCollection();
    for (ProduceRequestData.TopicProduceData topic : asked.topicData()) {
      List<ProduceResponseData.PartitionProduceResponse> partitions = new ArrayList<>();
      for (ProduceRequestData.PartitionProduceData data : topic.partitionData()) {
        List<SimpleRecord> log = topics.get(topic.name()).partitions.get(data.index());
        partitions.add(
            new ProduceResponseData.PartitionProduceResponse()
                .setIndex(data.index())
                .setBaseOffset(log.size()));
        StreamSupport.stream(((Records) data.records()).records().spliterator(), false)
            .map(SimpleRecord::new)
            .forEach(log::add);
      }
      responses.add(
          new ProduceResponseData.TopicProduceResponse()
              .setName(topic.name())
              .setPartitionResponses(partitions));
    }
    return new ProduceResponseData().setResponses(responses);
  }

  private FetchResponseData read(FetchRequestData asked) {
    return new FetchResponseData()
        .setResponses(
            asked.topics().stream()
                .map(
                    topic ->
                        new FetchResponseData.FetchableTopicResponse()
                            .setTopic(topic.topic())
                            .setPartitions(
                                topic.partitions().stream()
                                    .map(one -> read(topic.topic(), one))
                                    .toList()))
                .toList());
  }

  private List<SimpleRecord> log(String topic, int partition) {
    return topics.get(topic).partitions.get(partition);
  }

  private FetchResponseData.PartitionData read(
      String topic, FetchRequestData.FetchPartition partition) {
    List<SimpleRecord> log = log(topic, partition.partition());
    int from = (int) Math.min(log.size(), partition.fetchOffset());
    return new FetchResponseData.PartitionData()
        .setPartitionIndex(partition.partition())
        .setHighWatermark(log.size())
        .setLastStableOffset(log.size())
        .setLogStartOffset(0)
        .setRecords(
            from == log.size()
                ? MemoryRecords.EMPTY
                : MemoryRecords.withRecords(
                    from,
                    Compression.NONE,
                    log.subList(from, log.size()).toArray(SimpleRecord[]::new)));
  }

  @Override
  public synchronized void close() {
    closed.countDown();
    try {
      server.close();
      for (Socket connection : connections) {
        connection.close();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}

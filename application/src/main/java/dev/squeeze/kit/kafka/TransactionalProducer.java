package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.SendableBatch;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.AddOffsetsToTxnRequestData;
import org.apache.kafka.common.message.EndTxnRequestData;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.TxnOffsetCommitRequestData;
import org.apache.kafka.common.message.TxnOffsetCommitResponseData.TxnOffsetCommitResponsePartition;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AddOffsetsToTxnRequest;
import org.apache.kafka.common.requests.AddOffsetsToTxnResponse;
import org.apache.kafka.common.requests.AddPartitionsToTxnRequest;
import org.apache.kafka.common.requests.AddPartitionsToTxnResponse;
import org.apache.kafka.common.requests.EndTxnRequest;
import org.apache.kafka.common.requests.EndTxnResponse;
import org.apache.kafka.common.requests.InitProducerIdRequest;
import org.apache.kafka.common.requests.InitProducerIdResponse;
import org.apache.kafka.common.requests.TxnOffsetCommitRequest;
import org.apache.kafka.common.requests.TxnOffsetCommitResponse;

/**
 * Sends existing batches in transactions, together with a group's offsets: consumers with {@code isolation.level=read_committed}
 * see either both or neither (KIP-98, in the form that all brokers since 0.11 support).
 *
 * <p>Requests that may have had an effect are never retried. After an exception, the caller closes the client and opens another
 * producer with the same id, which ends the open transaction; the offsets of the group then show what was committed. Like its
 * client, it is confined to one thread.
 */
public final class TransactionalProducer {
    private static final int BATCHES_PER_REQUEST = 1_000;
    private static final int BYTES_PER_REQUEST = 1 << 20;

    private final Coordinators coordinators;
    private final RawProducer producer;
    private final String transactionalId;
    private final long producerId;
    private final short epoch;
    private final BatchHeader header = new BatchHeader();
    private final Map<PartitionId, Integer> sequences = new HashMap<>();
    private final Set<PartitionId> added = new HashSet<>();
    private Optional<SendOutcome.Refused> refused = Optional.empty();
    private Optional<PartitionId> refusing = Optional.empty();
    private Optional<PartitionId> replacing = Optional.empty();

    /**
     * An offset of a group.
     *
     * @param metadata stored with the offset, at most 4 KiB by the brokers' default
     */
    public record GroupOffset(long offset, String metadata) {}

    private TransactionalProducer(
            RawClient client, Coordinators coordinators, String transactionalId, long producerId, short epoch) {
        this.coordinators = coordinators;
        this.transactionalId = transactionalId;
        this.producerId = producerId;
        this.epoch = epoch;
        this.producer = new RawProducer(
                client,
                new RawProducerOptions(Acks.ALL, BATCHES_PER_REQUEST, BYTES_PER_REQUEST, Optional.of(transactionalId)));
    }

    /**
     * Becomes the only producer with this id: an open transaction of an earlier one is aborted, and the earlier one is fenced.
     *
     * @param timeout after which brokers abort a transaction
     * @throws RawAccessException if the cluster does not respond or refuses the request
     */
    public static TransactionalProducer open(RawClient client, String transactionalId, Duration timeout) {
        Coordinators coordinators = new Coordinators(client);
        InitProducerIdRequestData data = new InitProducerIdRequestData()
                .setTransactionalId(transactionalId)
                .setTransactionTimeoutMs(Math.toIntExact(timeout.toMillis()))
                .setProducerId(-1)
                .setProducerEpoch((short) -1);
        InitProducerIdResponse answer = (InitProducerIdResponse) coordinators.ask(
                Coordinators.Kind.TRANSACTION,
                transactionalId,
                () -> new InitProducerIdRequest.Builder(data),
                "transactions of " + transactionalId,
                response -> ((InitProducerIdResponse) response).error());
        return new TransactionalProducer(
                client,
                coordinators,
                transactionalId,
                answer.data().producerId(),
                answer.data().producerEpoch());
    }

    /** Adds partitions to the open transaction, with one request for those that are not part of it yet. */
    public void join(Collection<PartitionId> partitions) {
        List<PartitionId> missing = partitions.stream()
                .filter(partition -> !added.contains(partition))
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        List<TopicPartition> topics = missing.stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        coordinators.ask(
                Coordinators.Kind.TRANSACTION,
                transactionalId,
                () -> AddPartitionsToTxnRequest.Builder.forClient(transactionalId, producerId, epoch, topics),
                "the transaction of " + transactionalId,
                response -> first(((AddPartitionsToTxnResponse) response)
                        .errors().values().stream()
                                .flatMap(errors -> errors.values().stream())
                                .toList()));
        added.addAll(missing);
    }

    private static Errors first(Collection<Errors> errors) {
        return errors.stream().filter(error -> error != Errors.NONE).findFirst().orElse(Errors.NONE);
    }

    /**
     * Sends the next batch of a partition that was added with {@link #join}.
     *
     * @param batch writable, as for {@link SendableBatch#prepare}; its header is changed, and the caller must not change it before
     *     {@link #flush}
     */
    public void send(PartitionId partition, ByteBuffer batch) {
        header.wrap(batch, batch.position());
        int sequence = sequences.getOrDefault(partition, 0);
        SendableBatch.prepareForTransaction(batch, producerId, epoch, sequence);
        sequences.put(partition, SendableBatch.sequenceAfter(sequence, header.recordCount()));
        producer.send(partition, batch, (to, outcome) -> {
            if (outcome instanceof SendOutcome.Refused refusal && refused.isEmpty()) {
                refused = Optional.of(refusal);
                refusing = Optional.of(to);
            }
            if (outcome instanceof SendOutcome.Stored stored
                    && stored.appendTimeMillis().isPresent()) {
                replacing = Optional.of(to);
            }
        });
        throwIfRefused();
    }

    /**
     * Returns when all batches are stored.
     *
     * @throws SendRefusedException for the first batch that was not stored
     * @throws TimestampsReplacedException if the broker replaced the timestamps of records
     */
    public void flush() {
        producer.flush();
        throwIfRefused();
    }

    private void throwIfRefused() {
        if (refused.isPresent()) {
            throw new SendRefusedException(refusing.orElseThrow(), refused.get());
        }
        if (replacing.isPresent()) {
            throw new TimestampsReplacedException(replacing.get());
        }
    }

    /**
     * Commits the transaction, with all batches sent in it and these offsets. If this throws, it may or may not have been
     * committed.
     *
     * @param offsets of the group, by partition; the partitions must exist in this cluster
     */
    public void commit(String group, Map<PartitionId, GroupOffset> offsets) {
        flush();
        join(group);
        TxnOffsetCommitRequestData committing = new TxnOffsetCommitRequestData()
                .setTransactionalId(transactionalId)
                .setGroupId(group)
                .setProducerId(producerId)
                .setProducerEpoch(epoch)
                .setTopics(TxnOffsetCommitRequest.getTopics(offsets.entrySet().stream()
                        .collect(Collectors.toMap(
                                entry -> new TopicPartition(
                                        entry.getKey().topic(), entry.getKey().partition()),
                                entry -> new TxnOffsetCommitRequest.CommittedOffset(
                                        entry.getValue().offset(),
                                        entry.getValue().metadata(),
                                        Optional.empty())))));
        coordinators.ask(
                Coordinators.Kind.GROUP,
                group,
                () -> TxnOffsetCommitRequest.Builder.forTopicNames(committing, false),
                "the offsets of group " + group,
                response -> first(((TxnOffsetCommitResponse) response)
                        .data().topics().stream()
                                .flatMap(topic -> topic.partitions().stream())
                                .map(TxnOffsetCommitResponsePartition::errorCode)
                                .map(Errors::forCode)
                                .toList()));
        end(true);
    }

    private void join(String group) {
        AddOffsetsToTxnRequestData joining = new AddOffsetsToTxnRequestData()
                .setTransactionalId(transactionalId)
                .setProducerId(producerId)
                .setProducerEpoch(epoch)
                .setGroupId(group);
        coordinators.ask(
                Coordinators.Kind.TRANSACTION,
                transactionalId,
                () -> new AddOffsetsToTxnRequest.Builder(joining),
                "the transaction of " + transactionalId,
                response -> Errors.forCode(
                        ((AddOffsetsToTxnResponse) response).data().errorCode()));
    }

    /**
     * Ends an empty transaction, whose marker is written after all that the group has committed. A newly loaded coordinator may not
     * notice that the end of an earlier transaction is stored until something is written after it.
     */
    public void writeMarker(String group) {
        join(group);
        end(false);
    }

    /** Aborts the transaction. */
    public void abort() {
        if (!added.isEmpty()) {
            end(false);
        }
    }

    private void end(boolean committed) {
        EndTxnRequestData data = new EndTxnRequestData()
                .setTransactionalId(transactionalId)
                .setProducerId(producerId)
                .setProducerEpoch(epoch)
                .setCommitted(committed);
        coordinators.ask(
                Coordinators.Kind.TRANSACTION,
                transactionalId,
                () -> new EndTxnRequest.Builder(data, false),
                "the transaction of " + transactionalId,
                response -> ((EndTxnResponse) response).error());
        added.clear();
    }
}

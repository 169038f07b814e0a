package io.evenkeel.reduce;

import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapreduce.Counter;

/**
 * The values of one key after another, as old-API reducers take them: only values read are counted.
 */
final class OldValues<K, V> implements Iterator<V> {
  private static final int PAIRS_PER_COUNT = 1 << 10;

  private final GroupIterator pairs;
  private final RawComparator<K> grouping;
  private final Deserializer<K> keys;
  private final Deserializer<V> values;
  private final PairInput keyBytes = new PairInput();
  private final PairInput valueBytes = new PairInput();
  private final Counter counter;
  private int uncounted;
  private K key;
  private K ahead;
  private V value;
  private boolean more;
  private boolean same;

  /** Whether {@link #ahead} is the key of the pair that was read last. */
  private boolean read;

  OldValues(
      GroupIterator pairs,
      RawComparator<K> grouping,
      Class<K> keyClass,
      Class<V> valueClass,
      Configuration conf,
      Counter counter)
      throws IOException {
    this.pairs = pairs;
    this.grouping = grouping;
    this.counter = counter;
    SerializationFactory factory = new SerializationFactory(conf);
    this.keys = factory.getDeserializer(keyClass);
    this.keys.open(keyBytes);
    this.values = factory.getDeserializer(valueClass);
    this.values.open(valueBytes);
    advance();
    key = ahead;
    ahead = null;
    read = false;
    same = more;
  }

  /** Whether there is a key. */
  boolean more() {
    return more;
  }

  /** The key; it stays while its values are read. */
  K key() {
    return key;
  }

  /** Goes to the next key, past values that were not read. */
  void nextKey() throws IOException {
    while (same) {
      advance();
    }
    K free = key;
    key = ahead;
    ahead = free;
    read = false;
    same = more;
    count();
  }

  /** A counter locks each time: values are told it by the key, of long ones by the thousand. */
  private void count() {
    counter.increment(uncounted);
    uncounted = 0;
  }

  @Override
  public boolean hasNext() {
    return same;
  }

  @Override
  public V next() {
    if (!same) {
      throw new NoSuchElementException("the key has no more values");
    }
    try {
      DataInputBuffer bytes = pairs.getValue();
      valueBytes.reset(
          bytes.getData(), bytes.getPosition(), bytes.getLength() - bytes.getPosition());
      value = values.deserialize(value);
      advance();
    } catch (IOException e) {
      throw new RuntimeException("cannot read the next value", e);
    }
    if (++uncounted == PAIRS_PER_COUNT) {
      count();
    }
    return value;
  }

  @Override
  public void remove() {
    throw new UnsupportedOperationException("values cannot be removed");
  }

  private void advance() throws IOException {
    more = pairs.next();
    if (!more) {
      same = false;
      return;
    }
    if (!read || !pairs.repeats()) {
      DataInputBuffer bytes = pairs.getKey();
      keyBytes.reset(bytes.getData(), bytes.getPosition(), bytes.getLength() - bytes.getPosition());
      ahead = keys.deserialize(ahead);
      read = true;
    }
    // Always asked, as Hadoop does: not every comparator finds a key equal to itself (a NaN is
    // not).
    same = key != null && grouping.compare(key, ahead) == 0;
  }
}

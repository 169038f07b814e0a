package io.evenkeel.examples;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;

/** The key of a secondary sort: a user, and when. Sorted by both, grouped by the user. */
public final class Click implements WritableComparable<Click> {
  /** Who. */
  final Text user = new Text();

  /** When, in seconds. */
  long second;

  @Override
  public void write(DataOutput out) throws IOException {
    user.write(out);
    out.writeLong(second);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    user.readFields(in);
    second = in.readLong();
  }

  @Override
  public int compareTo(Click other) {
    int byUser = user.compareTo(other.user);
    return byUser != 0 ? byUser : Long.compare(second, other.second);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Click && compareTo((Click) other) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * user.hashCode() + Long.hashCode(second);
  }

  /** One call of the reducer for all clicks of a user. */
  public static final class Grouping extends WritableComparator {
    /** Created by Hadoop. */
    public Grouping() {
      super(Click.class, true);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public int compare(WritableComparable a, WritableComparable b) {
      return ((Click) a).user.compareTo(((Click) b).user);
    }
  }
}

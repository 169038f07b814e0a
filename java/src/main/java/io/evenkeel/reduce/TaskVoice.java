package io.evenkeel.reduce;

import org.apache.hadoop.mapreduce.Counter;

/** What a reduce task can say to Hadoop, in either API. */
interface TaskVoice {
  /** It lives. */
  void progress();

  /** The line on the task's page. */
  void status(String text);

  Counter counter(Enum<?> name);

  Counter counter(String group, String name);

  /** Hadoop's own reporter. */
  Object reporter();
}

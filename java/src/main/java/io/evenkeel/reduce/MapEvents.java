package io.evenkeel.reduce;

import org.apache.hadoop.mapred.MapTaskCompletionEventsUpdate;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskCompletionEvent;

/** Turns the TaskTracker's list of map events into what the plan must know. */
final class MapEvents {
  private final CopyPlan plan;
  private final int maps;
  private int next;

  MapEvents(CopyPlan plan, int maps) {
    this.plan = plan;
    this.maps = maps;
  }

  /** The number of the first event not yet seen. */
  int next() {
    return next;
  }

  /** Reads the list from its start again; what events say stays true when said twice. */
  void startOver() {
    next = 0;
  }

  void hear(MapTaskCompletionEventsUpdate update) {
    if (update.shouldReset()) {
      next = 0;
      plan.forgetPlaces();
    }
    for (TaskCompletionEvent event : update.getMapTaskCompletionEvents()) {
      next++;
      TaskAttemptID attempt = event.getTaskAttemptId();
      int map = attempt.getTaskID().getId();
      if (!event.isMapTask() || map >= maps) {
        continue;
      }
      switch (event.getTaskStatus()) {
        case SUCCEEDED:
          plan.located(map, attempt.toString(), event.getTaskTrackerHttp());
          break;
        case TIPFAILED:
          plan.abandoned(map);
          break;
        default:
          plan.lost(map, attempt.toString());
          break;
      }
    }
  }
}

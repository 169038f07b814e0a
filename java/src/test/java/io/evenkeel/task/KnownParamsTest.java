package io.evenkeel.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.evenkeel.wire.JobParams;
import java.io.IOException;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** A JVM that is used again must not take one job's parameters for another's. */
class KnownParamsTest {
  private int asked;

  private static SecretKey key(int secret) {
    return new SecretKeySpec(new byte[] {1, (byte) secret}, "HmacSHA1");
  }

  private int maps(String job, SecretKey key, int answer) throws Exception {
    return KnownParams.of(
            job,
            key,
            () -> {
              asked++;
              return JobParams.builder().set("maps", answer).build();
            })
        .maps();
  }

  @Test
  void aJobIsAskedForOnceAndNeverTakenForAnother() throws Exception {
    assertEquals(1, maps("job_1", key(1), 1));
    assertEquals(1, maps("job_1", key(1), 2), "known");
    assertEquals(1, asked);
    assertEquals(3, maps("job_2", key(1), 3));
    assertEquals(
        4, maps("job_2", key(2), 4), "the same id again, after a restart of the JobTracker");
    assertEquals(3, asked);
  }

  @Test
  void nothingIsKnownAfterAFailure() throws Exception {
    KnownParams.Source fails =
        () -> {
          throw new IOException("no daemon");
        };
    assertThrows(IOException.class, () -> KnownParams.of("job_3", key(1), fails));
    assertEquals(5, maps("job_3", key(1), 5));
  }
}

package io.evenkeel.puma;

import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;

/**
 * One movie: {@code movieId:user_rating,user_rating,…}, ratings 1 to 5.
 *
 * <p>Read from the bytes of the line; what is not of that form is left out.
 */
public final class Ratings {
  /** Width of a bin of average ratings. */
  public static final String WIDTH = "puma.histogram.width";

  /** Default of {@link #WIDTH}: the suite's own 0.5, which gives 8 bins. */
  public static final float WIDTH_DEFAULT = 0.5f;

  private int[] ratings = new int[64];
  private int count;

  /**
   * Reads a line.
   *
   * @param line a movie
   * @return whether it has any rating
   */
  public boolean read(Text line) {
    count = 0;
    byte[] bytes = line.getBytes();
    int end = line.getLength();
    int at = 0;
    while (at < end && bytes[at] != ':') {
      at++;
    }
    while (++at < end) {
      int underscore = -1;
      int comma = at;
      while (comma < end && bytes[comma] != ',') {
        if (bytes[comma] == '_') {
          underscore = comma;
        }
        comma++;
      }
      if (underscore >= 0 && comma == underscore + 2) {
        int rating = bytes[underscore + 1] - '0';
        if (rating >= 1 && rating <= 5) {
          add(rating);
        }
      }
      at = comma;
    }
    return count > 0;
  }

  private void add(int rating) {
    if (count == ratings.length) {
      ratings = Arrays.copyOf(ratings, 2 * count);
    }
    ratings[count++] = rating;
  }

  /**
   * How many ratings the movie has.
   *
   * @return their number
   */
  public int count() {
    return count;
  }

  /**
   * A single rating.
   *
   * @param i its index, from 0
   * @return 1 to 5
   */
  public int get(int i) {
    return ratings[i];
  }

  /**
   * The bin of the movie's average.
   *
   * @param width width of a bin
   * @return the bin's upper end; an average of 5 is in the last bin
   */
  public float bin(float width) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += ratings[i];
    }
    return bin((float) sum / count, width);
  }

  /**
   * The bin of an average.
   *
   * @param average 1 to 5
   * @param width width of a bin; a whole number of bins makes 1
   * @return the bin's upper end
   */
  static float bin(float average, float width) {
    int whole = Math.min((int) average, 4);
    int bins = Math.round(1 / width);
    float fraction = average - whole;
    int bin = 1;
    while (bin < bins && fraction >= width * bin) {
      bin++;
    }
    return whole + width * bin;
  }

  /**
   * The width that a job asks for.
   *
   * @param conf the job's configuration
   * @return the value of {@link #WIDTH}
   */
  public static float width(Configuration conf) {
    float width = conf.getFloat(WIDTH, WIDTH_DEFAULT);
    if (!(width > 0 && width <= 1)) {
      throw new IllegalArgumentException(WIDTH + " is " + width + ": say more than 0, at most 1");
    }
    return width;
  }
}

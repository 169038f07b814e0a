package org.apache.hadoop.mapred;

import io.evenkeel.map.SpillCodec;
import io.evenkeel.reduce.Comparators;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Hadoop's own merge of sorted segments, offered to the reduce pipeline.
 *
 * <p>It lives here because {@code Merger} and {@code IFile} are package-private.
 */
public final class EvenkeelMerge<K, V> {
  private static final int CHECKSUM = 4;

  private final JobConf job;
  private final FileSystem local;
  private final CompressionCodec codec;
  private final Progressable reporter;
  private final Counters.Counter spilled;

  /** Merges as the job's map output is keyed, compared and compressed. */
  public EvenkeelMerge(JobConf job, Progressable reporter, Counters.Counter spilled)
      throws IOException {
    this.job = job;
    this.local = FileSystem.getLocal(job).getRaw();
    this.codec =
        job.getCompressMapOutput()
            ? ReflectionUtils.newInstance(job.getMapOutputCompressorClass(DefaultCodec.class), job)
            : null;
    this.reporter = reporter;
    this.spilled = spilled;
  }

  /** Segments on disk, to be merged. */
  public static final class Sources<K, V> {
    private final List<Merger.Segment<K, V>> disk = new ArrayList<>();
  }

  /** Whether map output is compressed. */
  public boolean isCompressed() {
    return codec != null;
  }

  /** The pairs of a segment as the map wrote it, its checksum behind it. */
  public byte[] pairs(byte[] part, int rawLength) throws IOException {
    return codec == null ? checked(part, rawLength) : inflate(part, rawLength);
  }

  /** Adds a segment that stays where it is, part of a file. */
  public void add(Sources<K, V> sources, Path file, long offset, long length, boolean keep)
      throws IOException {
    sources.disk.add(new Merger.Segment<>(job, local, file, offset, length, codec, keep));
  }

  /**
   * One sorted run of pairs; more segments on disk than {@code io.sort.factor} are merged in
   * passes.
   */
  public RawKeyValueIterator merge(Sources<K, V> sources, Path temporary) throws IOException {
    return Merger.merge(
        job,
        local,
        keyClass(),
        valueClass(),
        codec,
        sources.disk,
        job.getInt("io.sort.factor", 100),
        0,
        temporary,
        Comparators.<K>ofKeys(job),
        reporter,
        false,
        null,
        spilled);
  }

  /** Writes a run to a file of its own; returns the file's length. */
  public long write(RawKeyValueIterator run, Path file) throws IOException {
    CompressionCodec to = codec == null ? new SpillCodec() : codec;
    IFile.Writer<K, V> writer =
        new IFile.Writer<>(job, local, file, keyClass(), valueClass(), to, spilled);
    Merger.writeFile(run, writer, reporter, job);
    writer.close();
    return writer.getCompressedLength();
  }

  /** What was right when it was copied may have been spoilt on the local disk. */
  private static byte[] checked(byte[] part, int rawLength) throws IOException {
    CRC32 crc = new CRC32();
    if (part.length == rawLength + CHECKSUM) {
      crc.update(part, 0, rawLength);
      if ((int) crc.getValue() == ByteBuffer.wrap(part, rawLength, CHECKSUM).getInt()) {
        return part;
      }
    }
    throw new ChecksumException("a segment was spoilt on the local disk", 0);
  }

  private byte[] inflate(byte[] part, int rawLength) throws IOException {
    Decompressor decompressor = CodecPool.getDecompressor(codec);
    if (decompressor != null) {
      decompressor.reset();
    }
    InputStream in =
        codec.createInputStream(
            new IFileInputStream(new ByteArrayInputStream(part), part.length), decompressor);
    try {
      byte[] pairs = new byte[rawLength];
      for (int at = 0; at < rawLength; ) {
        int n = in.read(pairs, at, rawLength - at);
        if (n < 0) {
          throw new EOFException("segment of " + rawLength + " bytes ends at " + at);
        }
        at += n;
      }
      return pairs;
    } finally {
      if (decompressor != null) {
        CodecPool.returnDecompressor(decompressor);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private Class<K> keyClass() {
    return (Class<K>) job.getMapOutputKeyClass();
  }

  @SuppressWarnings("unchecked")
  private Class<V> valueClass() {
    return (Class<V>) job.getMapOutputValueClass();
  }
}

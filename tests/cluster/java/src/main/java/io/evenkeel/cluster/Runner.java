package io.evenkeel.cluster;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.codehaus.jackson.JsonNode;

/** Runs programs as {@code hadoop jar} does, several at a time in this process. */
final class Runner {
  /** A property that every job of a run carries, so that its jobs can be told from others'. */
  static final String TAG = "cluster.run.tag";

  private static final String SITE = "mapred-site.xml";

  private final File conf;
  private final History history;
  private final AtomicInteger runs = new AtomicInteger();

  Runner(File conf, History history) {
    this.conf = conf;
    this.history = history;
  }

  /** Runs a jar's main class and returns what it printed and what became of its jobs. */
  Object run(JsonNode request) throws Exception {
    String tag = request.path("tag").getTextValue();
    File jar = new File(request.path("jar").getTextValue());
    List<String> args = strings(request.path("args"));
    String main = mainClass(jar);
    if (main == null) {
      if (args.isEmpty()) {
        throw new IllegalArgumentException(
            jar + " names no main class: give it as the first argument");
      }
      main = args.remove(0);
    }
    File overlay = new File("run-" + runs.incrementAndGet()).getAbsoluteFile();
    writeSite(overlay, tag, request.path("conf"));
    Loader loader = new Loader(new URL[] {overlay.toURI().toURL(), jar.toURI().toURL()});
    String name = main;
    long start = System.currentTimeMillis();
    Outcome outcome = new Outcome();
    call(loader, outcome, () -> invoke(loader, name, args));
    loader.close();

    Map<String, Object> out = outcome.json();
    out.put("started", start);
    out.put("ended", System.currentTimeMillis());
    List<Object> jobs = new ArrayList<>();
    boolean good = outcome.code == 0;
    for (String id : history.jobsOf(tag)) {
      Map<String, Object> job = history.describe(id);
      good &= "SUCCESS".equals(job.get("status"));
      jobs.add(job);
    }
    out.put("jobs", jobs);
    out.put("success", good);
    return out;
  }

  /** Runs {@code hadoop fs} with the given arguments. */
  Object shell(JsonNode request) throws Exception {
    List<String> args = strings(request.path("args"));
    Outcome outcome = new Outcome();
    call(
        Runner.class.getClassLoader(),
        outcome,
        () -> new FsShell(new Configuration()).run(args.toArray(new String[0])));
    return outcome.json();
  }

  private interface Body {
    int call() throws Exception;
  }

  /** What a program printed and how it ended. */
  private static final class Outcome {
    private int code;
    private String text;

    private Map<String, Object> json() {
      Map<String, Object> out = new LinkedHashMap<>();
      out.put("code", code);
      out.put("text", text);
      return out;
    }
  }

  /**
   * Calls the body as a user of its own, so that file systems which it closes are not the ones that
   * others use.
   */
  private static void call(ClassLoader loader, Outcome outcome, Body body) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    ByteArrayOutputStream text = Capture.begin();
    AtomicReference<Integer> exit = ExitTrap.begin();
    UserGroupInformation user =
        UserGroupInformation.createRemoteUser(
            UserGroupInformation.getLoginUser().getShortUserName());
    thread.setContextClassLoader(loader);
    try {
      outcome.code = user.doAs((PrivilegedExceptionAction<Integer>) body::call);
    } catch (Throwable e) {
      if (exit.get() == null) {
        e.printStackTrace();
        outcome.code = 1;
      }
    } finally {
      if (exit.get() != null) {
        outcome.code = exit.get();
      }
      thread.setContextClassLoader(before);
      ExitTrap.end();
      Capture.end();
      FileSystem.closeAllForUGI(user);
    }
    outcome.text = text.toString("UTF-8");
  }

  private static int invoke(ClassLoader loader, String main, List<String> args) throws Exception {
    Class<?> type = Class.forName(main, true, loader);
    try {
      type.getMethod("main", String[].class)
          .invoke(null, new Object[] {args.toArray(new String[0])});
      return 0;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception) {
        throw (Exception) e.getCause();
      }
      throw e;
    }
  }

  private void writeSite(File overlay, String tag, JsonNode extra) throws IOException {
    if (!overlay.mkdirs()) {
      throw new IOException("cannot make " + overlay);
    }
    Configuration site = new Configuration(false);
    site.addResource(new Path(new File(conf, SITE).toURI()));
    site.set(TAG, tag);
    for (Iterator<String> names = extra.getFieldNames(); names.hasNext(); ) {
      String name = names.next();
      site.set(name, extra.get(name).getTextValue());
    }
    try (OutputStream out = new FileOutputStream(new File(overlay, SITE))) {
      site.writeXml(out);
    }
  }

  private static String mainClass(File jar) throws IOException {
    try (JarFile file = new JarFile(jar)) {
      Manifest manifest = file.getManifest();
      String name =
          manifest == null ? null : manifest.getMainAttributes().getValue("Main-Class");
      // Both spellings are in use.
      return name == null ? null : name.replace('/', '.');
    }
  }

  private static List<String> strings(JsonNode list) {
    List<String> out = new ArrayList<>();
    for (JsonNode item : list) {
      out.add(item.getTextValue());
    }
    return out;
  }

  /**
   * Sees a run's own site file before the client's, and has its own copy of what reads Hadoop's
   * options: commons-cli builds an option in static variables, and two programs at a time would
   * mix theirs.
   */
  private static final class Loader extends URLClassLoader {
    private static final String OPTIONS = "org.apache.commons.cli.";
    private static final List<String> READERS =
        Arrays.asList(
            "org.apache.hadoop.util.GenericOptionsParser", "org.apache.hadoop.util.ToolRunner");

    Loader(URL[] urls) {
      super(urls, Runner.class.getClassLoader());
    }

    @Override
    public URL getResource(String name) {
      URL own = SITE.equals(name) ? findResource(name) : null;
      return own != null ? own : super.getResource(name);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(OPTIONS) && !READERS.contains(name)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known != null ? known : copy(name);
      }
    }

    private Class<?> copy(String name) throws ClassNotFoundException {
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        IOUtils.copyBytes(in, bytes, 4096, false);
        return defineClass(name, bytes.toByteArray(), 0, bytes.size());
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}

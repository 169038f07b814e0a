/**
 * The JobTracker's page {@code /evenkeel}: jobs, their reports, health. It reads what the hook
 * knows through {@link io.evenkeel.daemon.page.PageSource}, changes nothing, and knows neither
 * Hadoop's jobs nor how schedules are made. The paper has no page.
 */
package io.evenkeel.daemon.page;

/**
 * The JobTracker's page {@code /evenkeel}: jobs, their reports, health. It reads what the hook
 * knows through {@link io.evenkeel.daemon.page.PageSource} and changes nothing.
 */
package io.evenkeel.daemon.page;

import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints one plain closing line, and in CI fails the run when any test was skipped: what was not
 * run was not shown.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const skipped: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state]++;
        if (state === 'skipped') skipped.push(`${module.moduleId}: ${test.fullName}`);
      }
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    if (process.env.CI && skipped.length > 0) {
      console.error(`skipped tests are failures here:\n  ${skipped.join('\n  ')}`);
      process.exitCode = 1;
    }
  }
}

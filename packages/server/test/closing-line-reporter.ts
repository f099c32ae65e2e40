import type { Reporter, TestModule } from 'vitest/node';

const shownFiles = 5;

/**
 * Prints how long the run and its longest files took, and one plain closing line. In CI a skipped
 * test fails the run: what was not run was not shown.
 */
export default class ClosingLineReporter implements Reporter {
  #startedAt = performance.now();

  onTestRunStart(): void {
    this.#startedAt = performance.now();
  }

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
    const files = modules
      .map((module) => ({ name: module.relativeModuleId, ms: module.diagnostic().duration }))
      .sort((one, other) => other.ms - one.ms)
      .slice(0, shownFiles);
    const longest = files.map(({ name, ms }) => `${name} ${Math.round(ms / 1000)} s`).join(', ');
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    console.log(`took ${seconds} s; longest files: ${longest}`);
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    if (process.env.CI && skipped.length > 0) {
      console.error(`skipped tests are failures here:\n  ${skipped.join('\n  ')}`);
      process.exitCode = 1;
    }
  }
}

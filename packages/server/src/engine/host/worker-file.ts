import { fileURLToPath } from 'node:url';

/** The compiled entries of worker processes, by what they run. */
export const engineWorkerFile = compiled('engine-main');
export const plannerWorkerFile = compiled('planner-main');

/**
 * Node runs no TypeScript, so where this module itself is run from its source (vitest), the worker
 * is the one that was built.
 */
function compiled(entry: string): string {
  return fileURLToPath(
    import.meta.url.endsWith('.ts')
      ? import.meta.url.replace(/\/src\/engine\/host\/[^/]*$/, `/dist/engine/worker/${entry}.js`)
      : new URL(`../worker/${entry}.js`, import.meta.url),
  );
}

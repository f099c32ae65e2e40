import { fileURLToPath } from 'node:url';

/**
 * The compiled entry of a worker process. Node runs no TypeScript, so where this module itself is run from its source
 * (vitest), the worker is the one that was built.
 */
export const workerFile = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? import.meta.url.replace(/\/src\/engine\/[^/]*$/, '/dist/engine/worker/main.js')
    : new URL('./worker/main.js', import.meta.url),
);

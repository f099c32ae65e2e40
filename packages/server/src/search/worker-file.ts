import { fileURLToPath } from 'node:url';

/**
 * The compiled entry of a search worker. Node runs no TypeScript: from its source (vitest) it is
 * the one that was built.
 */
export const searchWorkerFile = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? import.meta.url.replace(/\/src\/search\/[^/]*$/, '/dist/search/worker/search-main.js')
    : new URL('./worker/search-main.js', import.meta.url),
);

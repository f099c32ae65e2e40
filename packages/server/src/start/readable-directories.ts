import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { parseObjectsUrl } from '../objects/parse-objects-url.ts';

/**
 * The folders that DuckDB may read: objects and their cache, and the spool; not the metadata, not
 * the secret key.
 */
export function readableDirectories({ objectsUrl, dataDir }: Settings): string[] {
  const location = parseObjectsUrl(objectsUrl, dataDir);
  return [
    location.kind === 'file' ? location.objectsDir : join(dataDir, 'cache'),
    join(dataDir, 'spool', 'main'),
    join(dataDir, 'spool', 'service'),
  ];
}

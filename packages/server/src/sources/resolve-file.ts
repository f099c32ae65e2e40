import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { HostRules } from './host-rules.ts';
import type { SourceContext } from './source.ts';
import { SourceError } from './source-error.ts';

/**
 * Files below the folders that QUERN_SOURCES_ALLOW names, links followed; none where it names no
 * folder. A file that is not there and one that is not allowed are one answer: told apart, they
 * would list the machine's files.
 */
export function fileResolver(rules: HostRules): SourceContext['resolveFile'] {
  return async (path) => {
    const refused = () =>
      new SourceError(
        'address_refused',
        `Cannot read file '${path}': it is not there, or this service may not read it; check the path, or ask the ` +
          'operator to name its folder in QUERN_SOURCES_ALLOW',
      );
    if (!isAbsolute(path)) throw refused();
    try {
      const actual = await realpath(path);
      const folders = rules.allow.flatMap((rule) => (rule.kind === 'folder' ? [rule.path] : []));
      const allowed = await Promise.all(
        folders.map((folder) => realpath(folder).catch(() => null)),
      );
      const isBelow = allowed.some((folder) => folder !== null && isIn(folder, actual));
      const own = await Promise.all(rules.ownPaths.map((path) => realpath(path).catch(() => path)));
      // A metadata file has others beside it, which begin with its name (-wal, -shm).
      const isOwn = own.some(
        (path) => actual === path || actual.startsWith(`${path}-`) || isIn(path, actual),
      );
      if (isBelow && !isOwn && (await stat(actual)).isFile()) return actual;
    } catch {
      // Refused like the rest.
    }
    throw refused();
  };
}

const isIn = (folder: string, path: string) => path.startsWith(join(folder, '/'));

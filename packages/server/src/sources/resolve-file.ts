import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { HostRules } from './host-rules.ts';
import type { SourceContext } from './source.ts';
import { SourceError } from './source-error.ts';

/**
 * Files below the folders that QUERN_SOURCES_ALLOW names, links followed; none where it names no
 * folder. A file that is not there and one that is not allowed are one answer: told apart, they
 * would list the machine's files. By calls of the system: a source worker does nothing else, and by
 * another thread each of them takes ten times as long. The folders are looked up once.
 */
export function fileResolver(rules: HostRules): SourceContext['resolveFile'] {
  let known: KnownFolders | undefined;
  return async (path) => {
    const refused = () =>
      new SourceError(
        'address_refused',
        `Cannot read file '${path}': it is not there, or this service may not read it; check the path, or ask the ` +
          'operator to name its folder in QUERN_SOURCES_ALLOW',
      );
    if (!isAbsolute(path)) throw refused();
    try {
      const actual = realpathSync.native(path);
      known ??= knownFolders(rules);
      const isBelow = known.allowed.some((folder) => isIn(folder, actual));
      // A metadata file has others beside it, which begin with its name (-wal, -shm).
      const isOwn = known.own.some(
        (path) => actual === path || actual.startsWith(`${path}-`) || isIn(path, actual),
      );
      if (isBelow && !isOwn && statSync(actual).isFile()) return actual;
    } catch {
      // Refused like the rest.
    }
    throw refused();
  };
}

/** By their true paths. */
interface KnownFolders {
  readonly allowed: readonly string[];
  readonly own: readonly string[];
}

function knownFolders({ allow, ownPaths }: HostRules): KnownFolders {
  const folders = allow.flatMap((rule) => (rule.kind === 'folder' ? [rule.path] : []));
  return {
    allowed: folders.flatMap((folder) => truePath(folder) ?? []),
    own: ownPaths.map((path) => truePath(path) ?? path),
  };
}

/** Null where there is nothing. */
function truePath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

const isIn = (folder: string, path: string) => path.startsWith(join(folder, '/'));

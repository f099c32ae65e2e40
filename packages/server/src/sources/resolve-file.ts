import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { HostRules } from './host-rules.ts';
import type { SourceContext } from './source.ts';
import { SourceError } from './source-error.ts';

/**
 * Resolves files below the folders of QUERN_SOURCES_ALLOW, following links; none if the setting
 * names no folder. An absent file and a forbidden file cause the same error, because the difference
 * would reveal the machine's files. System calls in this thread: a source worker has no other work,
 * and each call takes ten times as long in another thread. The folders are looked up once.
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
      // The metadata file has companions whose names begin with its name (-wal, -shm).
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

/** True paths of the folders. */
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

/** Returns null if the path does not exist. */
function truePath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

const isIn = (folder: string, path: string) => path.startsWith(join(folder, '/'));

import { QuernError } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { isText, readStored, writeStored } from '../browser-storage.ts';
import { KeptState, useKept } from '../kept-state.ts';
import { useSession } from '../session/session.ts';
import { databaseQuery, databasesQuery } from './queries.ts';

/** What was chosen last, by workspace. */
const chosen = new KeptState<ReadonlyMap<string, string>>(new Map());

const keyOf = (workspaceId: string) => `quern.database ${workspaceId}`;

/** Gives the function that notes which database of the workspace was chosen last. */
export function useChooseDatabase(): (id: string) => void {
  const { workspaceId } = useSession();
  return (id) => {
    writeStored(window.localStorage, keyOf(workspaceId), id);
    chosen.update((all) => new Map(all).set(workspaceId, id));
  };
}

interface NamedDatabase {
  readonly id: string;
  readonly name?: string | null;
}

/**
 * The databases of the workspace that lists show, and the one that was chosen last. `current` is
 * the newest where none was chosen or the chosen one is gone, and null until that is known.
 */
export function useDatabases() {
  const { client, identity, workspaceId } = useSession();
  const query = useQuery({ ...databasesQuery(client), enabled: identity.kind !== 'database' });
  const last =
    useKept(chosen).get(workspaceId) ?? readStored(window.localStorage, keyOf(workspaceId), isText);
  // A token of one database cannot list any; it knows its own.
  const own = identity.database_id
    ? [{ id: identity.database_id, name: identity.database_id }]
    : [];
  const databases: readonly NamedDatabase[] =
    identity.kind === 'database' ? own : (query.data ?? []);
  const isReady = identity.kind === 'database' || query.data !== undefined;
  const found = useDatabase(last, databases, isReady);
  const newest = databases[0]?.id ?? null;
  const current = found === 'gone' ? newest : found === 'unknown' ? null : found.id;
  return {
    query,
    databases,
    current: last === null ? newest : current,
    isReady,
  };
}

/**
 * A database by its id, which may be older than all that the list shows. `unknown` until the
 * service has said, and where there is no id.
 */
export function useDatabase(
  id: string | null,
  databases: readonly NamedDatabase[],
  isReady: boolean,
): NamedDatabase | 'gone' | 'unknown' {
  const { client, identity } = useSession();
  const listed = databases.find((database) => database.id === id);
  const query = useQuery({
    ...databaseQuery(client, id ?? ''),
    enabled: id !== null && isReady && listed === undefined && identity.kind !== 'database',
  });
  if (id === null || !isReady) return 'unknown';
  if (listed) return listed;
  if (identity.kind === 'database') return 'gone';
  if (query.error instanceof QuernError && query.error.status === 404) return 'gone';
  if (query.data) return query.data;
  // Without an answer nothing says that it is gone: a run in it says what is wrong.
  return query.error ? { id } : 'unknown';
}

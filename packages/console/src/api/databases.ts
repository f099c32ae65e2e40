import { QuernError } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { isText, readStored, writeStored } from '../browser-storage.ts';
import { KeptState, useKept } from '../kept-state.ts';
import { useSession } from '../session/session.ts';
import { databaseQuery, databasesQuery } from './queries.ts';

/** Last chosen database by workspace. */
const chosen = new KeptState<ReadonlyMap<string, string>>(new Map());

const keyOf = (workspaceId: string) => `quern.database ${workspaceId}`;

/** Returns the function that stores the last chosen database of the workspace. */
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
 * Databases in lists, and the last chosen database. `current` is the newest database if none was
 * chosen or the chosen one is gone, and null until known.
 */
export function useDatabases() {
  const { client, identity, workspaceId } = useSession();
  const query = useQuery({ ...databasesQuery(client), enabled: identity.kind !== 'database' });
  const last =
    useKept(chosen).get(workspaceId) ?? readStored(window.localStorage, keyOf(workspaceId), isText);
  // A token of one database cannot list databases, but names its own.
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
 * A database by id, also beyond the listed ones. `unknown` before the answer of the service, and
 * without an id.
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
  // Without an answer the database may exist: a run in the database tells what is wrong.
  return query.error ? { id } : 'unknown';
}

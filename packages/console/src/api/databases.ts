import { useQuery } from '@tanstack/react-query';
import { isText, readStored, writeStored } from '../browser-storage.ts';
import { KeptState, useKept } from '../kept-state.ts';
import { useSession } from '../session/session.ts';
import { databasesQuery } from './queries.ts';

const key = 'quern.database';
const chosen = new KeptState<string | null>(readStored(window.localStorage, key, isText));

export function chooseDatabase(id: string): void {
  writeStored(window.localStorage, key, id);
  chosen.set(id);
}

/**
 * The databases of the workspace, and the one that was chosen last where it is among them, else the
 * first.
 */
export function useDatabases() {
  const { client, identity } = useSession();
  const query = useQuery({ ...databasesQuery(client), enabled: identity.kind !== 'database' });
  const last = useKept(chosen);
  // A token of one database cannot list any; it knows its own.
  const own = identity.database_id
    ? [{ id: identity.database_id, name: identity.database_id }]
    : [];
  const databases = identity.kind === 'database' ? own : (query.data ?? []);
  const current = databases.find(({ id }) => id === last)?.id ?? databases[0]?.id ?? null;
  return {
    query,
    databases,
    current,
    isReady: identity.kind === 'database' || query.data !== undefined,
  };
}

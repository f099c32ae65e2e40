import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient, type Database, QuernError } from '@quern/client';
import type { ClientEnvironment } from '../config/client-environment.ts';
import { readProfile } from './profile.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Options of every user command. */
export const sessionOptions = {
  url: { type: 'string' },
  workspace: { type: 'string' },
  database: { type: 'string', short: 'd' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export interface SessionChoice {
  readonly url?: string | undefined;
  readonly workspace?: string | undefined;
  readonly database?: string | undefined;
}

/** The client, the service and the database of a command. */
export interface Session {
  readonly client: Client;
  readonly url: string;
  readonly terminal: Terminal;
  /** True if an option, a variable or the profile names a database. */
  readonly isDatabaseChosen: boolean;
  /** The named database, by name or id; otherwise the only database. */
  database(named?: string): Promise<Database & { readonly name: string }>;
  /** Id of a database given by name or id. */
  databaseId(named: string): Promise<string>;
}

const localUrl = 'http://127.0.0.1:4400';

/**
 * Options override variables, and variables override the profile; the default is the service of
 * this folder.
 */
export function openSession(
  terminal: Terminal,
  environment: ClientEnvironment,
  choice: SessionChoice,
): Session {
  const profile = readProfile(environment.profilePath);
  const url = choice.url ?? environment.url ?? profile?.url ?? localUrl;
  // A token goes only to the service that it was given for.
  const ofProfile = profile !== null && profile.url === url ? profile : null;
  const token = environment.token ?? ofProfile?.token ?? localToken(environment, url);
  if (token === null)
    throw new UsageError(`no token is known for ${url}: run 'quern login', or set QUERN_TOKEN`);
  const workspaceId =
    choice.workspace ?? environment.workspace ?? ofProfile?.workspaceId ?? undefined;
  const client = createClient({ url, token, workspaceId });
  const call = { signal: terminal.signal };
  const chosen = choice.database ?? environment.database ?? ofProfile?.database ?? null;
  return {
    client,
    url,
    terminal,
    isDatabaseChosen: chosen !== null,
    async database(named) {
      const found = named ?? chosen;
      const { id, name } =
        found === null
          ? await onlyDatabase(client, call.signal)
          : await findDatabase(client, found, call.signal);
      return { ...client.database(id), name: name ?? id };
    },
    databaseId: async (named) => (await findDatabase(client, named, call.signal)).id,
  };
}

function localToken({ dataDir }: ClientEnvironment, url: string): string | null {
  if (url !== localUrl) return null;
  try {
    return readFileSync(join(dataDir, 'token'), 'utf8').trim();
  } catch {
    return null;
  }
}

interface FoundDatabase {
  readonly id: string;
  readonly name?: string | null | undefined;
}

/** A name may look like an id, so a text that is no id is looked up as a name. */
async function findDatabase(
  client: Client,
  named: string,
  signal: AbortSignal,
): Promise<FoundDatabase> {
  try {
    if (/^dbid[0-9a-z]{26}$/.test(named)) {
      const byId = await client.databases
        .get({ database_id: named }, { signal })
        .catch((error: unknown) => {
          if (error instanceof QuernError && error.status === 404) return null;
          throw error;
        });
      if (byId !== null) return byId;
    }
    return await client.databases.getByName({ name: named }, { signal });
  } catch (error) {
    const own = await ownDatabase(client, error, signal);
    if (own.id === named) return own;
    throw new UsageError(
      `the token is for the database ${own.id} alone, which needs no --database`,
    );
  }
}

async function onlyDatabase(client: Client, signal: AbortSignal): Promise<FoundDatabase> {
  const listing = client.databases.list({ limit: 10 }, { signal });
  const page = await listing.then(
    ({ databases }) => databases,
    async (error: unknown) => [await ownDatabase(client, error, signal)],
  );
  const [only] = page;
  if (only !== undefined && page.length === 1) return only;
  if (only === undefined)
    throw new UsageError(
      "there is no database yet: 'quern databases create --name trial' makes one",
    );
  const names = page.map(({ name, id }) => name ?? id).join(', ');
  throw new UsageError(
    `name a database with --database or QUERN_DATABASE; the newest are: ${names}`,
  );
}

/**
 * The database of a token for one database, which may not list databases; throws `refusal` for
 * another.
 */
async function ownDatabase(
  client: Client,
  refusal: unknown,
  signal: AbortSignal,
): Promise<FoundDatabase> {
  if (!(refusal instanceof QuernError) || refusal.status !== 403) throw refusal;
  const { database_id: id } = await client.tokens.getOwn({}, { signal });
  if (id == null) throw refusal;
  return { id };
}

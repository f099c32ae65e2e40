import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the commands of users take from the environment; the service has no use for these. */
export const clientVariables = [
  'QUERN_URL',
  'QUERN_TOKEN',
  'QUERN_WORKSPACE',
  'QUERN_DATABASE',
] as const;

export interface ClientEnvironment {
  readonly url: string | null;
  readonly token: string | null;
  readonly workspace: string | null;
  /** Name or id. */
  readonly database: string | null;
  /** Where `quern login` keeps what it was told. */
  readonly profilePath: string;
  readonly historyPath: string;
  /** Folder of what is known of uploads that are under way. */
  readonly uploadsPath: string;
  /** Of a service on this machine, whose token is good where no other is named. */
  readonly dataDir: string;
  /** No colours (https://no-color.org). */
  readonly isPlain: boolean;
}

/** Empty variables count as unset. */
export function readClientEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): ClientEnvironment {
  const read = (name: string) => env[name] || null;
  const home = read('HOME') ?? homedir();
  const state = join(read('XDG_STATE_HOME') ?? join(home, '.local', 'state'), 'quern');
  return {
    url: read('QUERN_URL'),
    token: read('QUERN_TOKEN'),
    workspace: read('QUERN_WORKSPACE'),
    database: read('QUERN_DATABASE'),
    profilePath: join(read('XDG_CONFIG_HOME') ?? join(home, '.config'), 'quern', 'profile.json'),
    historyPath: join(state, 'history'),
    uploadsPath: join(state, 'uploads'),
    dataDir: read('QUERN_DATA_DIR') ?? './quern-data',
    isPlain: read('NO_COLOR') !== null || env.TERM === 'dumb',
  };
}

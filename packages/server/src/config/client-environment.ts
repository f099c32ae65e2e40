import { homedir } from 'node:os';
import { join } from 'node:path';

/** The environment variables of user commands; the service ignores all of them. */
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
  /** The file for the answers to `quern login`. */
  readonly profilePath: string;
  readonly historyPath: string;
  /** Folder of the states of uploads under way. */
  readonly uploadsPath: string;
  /** The data folder of a service on the same machine, whose token is the default. */
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

import { createClient } from '@quern/client';
import type { Command } from './command.ts';
import { removeProfile, writeProfile } from './profile.ts';
import { UsageError } from './usage-error.ts';

export const loginCommand: Command = {
  name: 'login',
  summary: 'keep an address and a token for the commands to come',
  usage: `quern login [--url URL] [--workspace ID] [--database NAME]

  Asks for the token, or reads it from standard input: it is never an argument, which every user of the machine could see. It is tried, and
  kept in a file for you alone. QUERN_URL, QUERN_TOKEN, QUERN_WORKSPACE and QUERN_DATABASE beat what is kept.`,
  options: {},
  async run({ choice, terminal, environment, values }) {
    const url = choice.url ?? environment.url ?? 'http://127.0.0.1:4400';
    const token = terminal.isTyped
      ? await terminal.ask(`Token for ${url}: `, { isSecret: true })
      : (await terminal.readAll()).trim();
    if (!/^[!-~]{1,512}$/.test(token))
      throw new UsageError('that is no token: one word of up to 512 printable characters');
    const client = createClient({ url, token });
    const own = await client.tokens.getOwn({}, { signal: terminal.signal });
    const workspaceId = choice.workspace ?? environment.workspace;
    if (workspaceId === null && own.workspaces.length > 1) {
      const ids = own.workspaces.map(({ id, name }) => `${id} (${name})`).join(', ');
      throw new UsageError(`the token has several workspaces; choose one with --workspace: ${ids}`);
    }
    const path = environment.profilePath;
    writeProfile(path, {
      url,
      token,
      workspaceId,
      database: choice.database ?? environment.database,
    });
    if (values.flag('json')) {
      const { kind, name, read_only } = own;
      await terminal.write(`${JSON.stringify({ url, kind, name, read_only, profile: path })}\n`);
      return 0;
    }
    const rights = own.read_only ? 'reads only' : 'reads and writes';
    terminal.say(
      `${url} knows you: a token of the kind ${own.kind}, which ${rights}. Kept in ${path}`,
    );
    return 0;
  },
};

export const logoutCommand: Command = {
  name: 'logout',
  summary: 'forget the address and the token',
  usage: 'quern logout',
  options: {},
  async run({ terminal, environment, values }) {
    const was = removeProfile(environment.profilePath);
    if (values.flag('json')) {
      const told = { profile: environment.profilePath, removed: was };
      await terminal.write(`${JSON.stringify(told)}\n`);
      return 0;
    }
    terminal.say(
      was
        ? `${environment.profilePath} is gone; the token itself stays good until it is revoked`
        : 'nothing was kept',
    );
    return 0;
  },
};

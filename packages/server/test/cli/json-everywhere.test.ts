import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resourceNames, verbsOf } from '../../src/cli/resource-command.ts';
import { serviceCommands, userCommands } from '../../src/cli/user-commands.ts';
import { runQuern } from '../api/run-quern.ts';
import { type RunningService, startService, testToken } from '../service.ts';

let service: RunningService;
/** No service may use the adopted data. */
let stopped: RunningService;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-json-'));
  [service, stopped] = await Promise.all([startService(), startService()]);
  await stopped.stop();
  env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    QUERN_URL: service.origin,
    QUERN_TOKEN: testToken,
    QUERN_DATA_DIR: service.dataDir,
  };
  const { id } = await service.api().createDatabase({ name: 'trial' });
  await service.api().loadCsv(id, 'people', 'id\n1\n');
  await writeFile(join(folder, 'people.csv'), 'id\n1\n');
});
afterAll(async () => {
  await Promise.all([service.dispose(), stopped.dispose()]);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Asked {
  readonly words: readonly string[];
  readonly input?: string;
  readonly dataDir?: string;
  readonly answer: unknown;
}

const holding = (fields: object) => expect.objectContaining(fields);

/** Answer of each command; a command missing here has no answer of its own. */
const asked = (): Record<string, readonly Asked[]> => ({
  adopt: [{ words: [], dataDir: stopped.dataDir, answer: holding({ adopted: true }) }],
  collect: [
    { words: [], answer: { waiting_objects: expect.any(Number), held: null } },
    { words: ['--allow'], answer: { allowed: true } },
  ],
  check: [{ words: [], answer: holding({ lost: [] }) }],
  secrets: [{ words: ['rotate'], answer: { rewrapped: 0, present: 0, unopened: [] } }],
  settings: [
    {
      words: [],
      answer: {
        settings: expect.arrayContaining([holding({ name: 'QUERN_PORT', default: '4400' })]),
      },
    },
  ],
  query: [{ words: ['SELECT 7 AS n', '-d', 'trial'], answer: [{ n: 7 }] }],
  load: [
    {
      words: [join(folder, 'people.csv'), '-d', 'trial', '--mode', 'replace'],
      answer: holding({ row_count: 1 }),
    },
  ],
  import: [
    {
      words: [folder, '--name', 'brought'],
      answer: holding({ tables: [holding({ table: 'people' })] }),
    },
  ],
  shell: [{ words: ['-d', 'trial'], input: 'SELECT 7 AS n;\n', answer: [{ n: 7 }] }],
  login: [{ words: [], input: testToken, answer: holding({ kind: 'organization' }) }],
  logout: [{ words: [], answer: holding({ removed: true }) }],
  api: [{ words: ['tokens', 'list'], answer: { tokens: expect.any(Array) } }],
  completion: [
    { words: ['bash'], answer: { shell: 'bash', script: expect.stringContaining('_quern') } },
    { words: ['words', 'shel'], answer: { words: ['shell'] } },
  ],
});

const json = async (words: readonly string[], { input, dataDir }: Partial<Asked> = {}) => {
  const own = dataDir === undefined ? env : { ...env, QUERN_DATA_DIR: dataDir };
  const { stdout, stderr } = await runQuern([...words, '--json'], own, input);
  try {
    return JSON.parse(stdout);
  } catch (error) {
    throw new Error(`quern ${words.join(' ')}: ${stdout}${stderr}`, { cause: error });
  }
};

it('every command takes --json, and its standard output is JSON then', async () => {
  // A service answers nothing, a page of help is for people; tokens have a test of their own below.
  const others = ['start', 'help', 'tokens'];
  const resources = new Set(resourceNames);
  const commands = [...serviceCommands, ...userCommands().map(({ name }) => name)]
    .filter((name) => !others.includes(name))
    .filter((name) => Object.hasOwn(asked(), name) || !resources.has(name));
  expect([...new Set(commands)].sort()).toEqual(Object.keys(asked()).sort());
  for (const [name, calls] of Object.entries(asked()))
    for (const { words, answer, ...how } of calls)
      expect([name, await json([name, ...words], how)]).toEqual([name, answer]);
});

it('so does every resource that lists', async () => {
  const listing = resourceNames.filter((resource) => verbsOf(resource).includes('list'));
  expect(listing.length).toBeGreaterThan(8);
  await Promise.all(
    listing.map(async (resource) => {
      const answer = await json(['api', resource, 'list', '-d', 'trial']);
      expect([resource, Object.values(answer).some(Array.isArray)]).toEqual([resource, true]);
    }),
  );
});

it('a call without an answer is an empty object', async () => {
  await json(['databases', 'create', '--name', 'short']);
  expect(await json(['databases', 'delete', 'short'])).toEqual({});
});

it('tokens are made, listed and revoked as the API spells them', async () => {
  const made = await json(['tokens', 'create', '--name', 'for a script', '--read-only']);
  expect(made).toMatchObject({ kind: 'workspace', name: 'for a script', read_only: true });
  expect(made.token).toMatch(/^qn_/);
  const listed = async () =>
    (await json(['tokens', 'list'])).tokens.find(({ id }: { id: string }) => id === made.id);
  const { token: _, ...told } = made;
  expect(await listed()).toEqual({ ...told, revoked_at: null });
  expect(await json(['tokens', 'revoke', made.id])).toEqual({ id: made.id, revoked: true });
  expect((await listed()).revoked_at).toMatch(/^20/);
});

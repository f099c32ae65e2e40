import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, testToken } from '../service.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * A project with the unpacked tarball of `npm run pack`, and beside it exactly the declared
 * packages.
 */
let project: string;
let main: string;
let manifest: {
  readonly dependencies: Record<string, string>;
  readonly bundleDependencies: string[];
  readonly bin: { quern: string };
};

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'quern-packed-'));
  await run(process.execPath, [join(repository, 'release/pack.mjs'), '--out', project]);
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, 'quern'), { recursive: true });
  await run('tar', [
    '-xzf',
    join(project, 'quern-0.1.0.tgz'),
    '--strip-components=1',
    '-C',
    join(modules, 'quern'),
  ]);
  manifest = JSON.parse(await readFile(join(modules, 'quern/package.json'), 'utf8'));
  main = join(modules, 'quern', manifest.bin.quern);
  const declared = Object.keys(manifest.dependencies).filter(
    (name) => !manifest.bundleDependencies.includes(name),
  );
  for (const name of declared) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(folderOf(name), join(modules, name));
  }
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** The declared packages are those at the root of the repository's own packages. */
function folderOf(name: string): string {
  const folder = join(repository, 'node_modules', name);
  if (!existsSync(join(folder, 'package.json'))) throw new Error(`${name} is not installed`);
  return folder;
}

const { load } = createRequire(import.meta.url)('js-yaml') as { load(yaml: string): unknown };
const textOf = (path: string) => readFile(join(repository, path), 'utf8');

describe('the tarball', () => {
  it('holds the program and nothing to build or test it with', async () => {
    const { stdout } = await run('tar', ['-tzf', join(project, 'quern-0.1.0.tgz')]);
    const files = stdout.trim().split('\n');
    expect(files).toContain('package/dist/main.js');
    expect(files).toContain('package/dist/engine/worker/engine-main.js');
    expect(files).toContain('package/dist/licences/kysely.txt');
    expect(files).toContain('package/node_modules/@quern/console/dist/index.html');
    expect(files.filter((file) => /\.ts$|\.map$|\.tsbuildinfo$|\/test\//.test(file))).toEqual([]);
    const tools = Object.keys(manifest.dependencies).filter((name) =>
      /typescript|vitest|biome|^@types|playwright|^vite$/.test(name),
    );
    expect(tools).toEqual([]);
  });

  it('starts, answers and stops with what it declares alone', async () => {
    const service = await startService({ main });
    try {
      const env = {
        PATH: process.env.PATH ?? '',
        HOME: project,
        QUERN_URL: service.origin,
        QUERN_TOKEN: testToken,
      };
      const quern = (...args: string[]) => run(process.execPath, [main, ...args], { env });
      await quern('databases', 'create', '--name', 'trial');
      const csv = join(project, 'people.csv');
      await writeFile(csv, 'id,name\n1,Ada\n');
      await quern('load', csv);
      const snowflake = [
        '--dialect',
        'snowflake',
        'SELECT IFF(id = 1, name, NULL) AS n FROM people',
      ];
      // Side by side: on a busy machine a start of the command takes seconds.
      const answers = await Promise.all([
        quern('query', 'SELECT name FROM people'),
        quern('query', 'SELECT id FROM people', '-f', 'md'),
        quern('query', ...snowflake),
      ]);
      expect(answers.map(({ stdout }) => stdout)).toEqual([
        'name\nAda\n',
        expect.stringContaining('| 1 |'),
        'n\nAda\n',
      ]);
      // The page of endpoints uses packages loaded at its first request.
      for (const path of ['/', '/docs/api/', '/docs/api/static/swagger-ui.css'])
        expect([path, (await fetch(service.origin + path)).status]).toEqual([path, 200]);
      expect(await service.stop()).toBe(0);
    } finally {
      await service.dispose();
    }
  });
});

describe('what is installed otherwise', () => {
  it('comes in the versions that the tests ran with', async () => {
    const { packages } = JSON.parse(await textOf('package-lock.json')) as {
      packages: Record<string, { version: string }>;
    };
    // npm takes the newest fitting version of an unnamed package: cookie 2, which needs Node 22.
    expect(Object.keys(manifest.dependencies)).toEqual(
      expect.arrayContaining(['fastify', 'cookie']),
    );
    for (const [name, version] of Object.entries(manifest.dependencies)) {
      if (!name.startsWith('@quern/'))
        expect(`${name} ${version}`).toBe(`${name} ${packages[`node_modules/${name}`]?.version}`);
    }
    for (const name of manifest.bundleDependencies) {
      const path = join(project, 'node_modules/quern/node_modules', name, 'package.json');
      expect(JSON.parse(await readFile(path, 'utf8'))).not.toHaveProperty('engines');
    }
  });

  it('asks for no newer Node than the service promises', async () => {
    const lock = JSON.parse(await textOf('package-lock.json')) as {
      packages: Record<string, { engines?: { node?: string } }>;
    };
    // npm warns of each of these with every `npm ci`. Where a package works on Node 20 and only
    // says otherwise, its entry is without `engines`.
    const newer = Object.entries(lock.packages).filter(([, { engines }]) =>
      /^>=? ?2[2-9](?!.*\|\|)/.test(engines?.node ?? ''),
    );
    expect(newer.map(([name]) => name)).toEqual([]);
  });

  it('names in compose.yaml only settings, services and volumes that there are', async () => {
    const compose = load(await textOf('compose.yaml')) as {
      services: Record<
        string,
        { environment?: object; depends_on?: object; volumes?: string[]; read_only?: boolean }
      >;
      volumes: Record<string, unknown>;
    };
    const settings = await textOf('docs/settings.md');
    const { quern } = compose.services;
    expect(quern?.read_only).toBe(true);
    for (const name of Object.keys(quern?.environment ?? {})) {
      if (name.startsWith('QUERN_')) expect(settings).toContain(`\`${name}\``);
    }
    for (const service of Object.values(compose.services)) {
      for (const name of Object.keys(service.depends_on ?? {}))
        expect(compose.services).toHaveProperty(name);
      for (const volume of service.volumes ?? [])
        expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '');
    }
  });

  it('runs in its container as nobody special, with a health check and a folder for data', async () => {
    const dockerfile = await textOf('Dockerfile');
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER 1000$/m);
    expect(last).toMatch(/^VOLUME \/data$/m);
    const check = /^HEALTHCHECK[\s\S]*?CMD (\[.*\])$/m.exec(last)?.[1] ?? '[]';
    const service = await startService();
    try {
      const [node, ...args] = JSON.parse(check) as string[];
      expect(node).toBe('node');
      const env = { QUERN_PORT: new URL(service.origin).port };
      await run(process.execPath, args, { env });
      await service.stop();
      await expect(run(process.execPath, args, { env })).rejects.toMatchObject({ code: 1 });
    } finally {
      await service.dispose();
    }
  });
});

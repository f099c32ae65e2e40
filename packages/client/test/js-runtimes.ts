import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** From npm, where each runtime has a package for each platform. */
const versions = { bun: '1.4.5', deno: '2.9.6' } as const;

export interface JsRuntime {
  /** Runs a program in a folder with installed packages, and returns the output. */
  run(program: string, folder: string, env: Record<string, string>): Promise<string>;
}

/** Bun and Deno, installed once on a machine, into a cache folder outside the repository. */
export async function installJsRuntimes(): Promise<Record<'bun' | 'deno', JsRuntime>> {
  const name = `js-runtimes-bun${versions.bun}-deno${versions.deno}`;
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'quern-tests');
  const folder = join(cache, name);
  if (found(folder, 'bun') === undefined) await install(folder);
  const programOf = (runtime: 'bun' | 'deno') => {
    const program = found(folder, runtime);
    if (program === undefined) throw new Error(`npm installed no program of ${runtime}`);
    return program;
  };
  const [bun, deno] = [programOf('bun'), programOf('deno')];
  return {
    bun: {
      run: async (program, cwd, env) =>
        (await run(bun, ['run', '--no-install', program], { cwd, env })).stdout,
    },
    // The program may use the network, its own folder and variables, like a server.
    deno: {
      run: async (program, cwd, env) => {
        const args = [
          'run',
          '--no-prompt',
          '--no-remote',
          '--allow-net',
          '--allow-env',
          '--allow-read=.',
        ];
        const own = { DENO_DIR: join(cwd, '.deno'), DENO_NO_UPDATE_CHECK: '1', ...env };
        return (await run(deno, [...args, program], { cwd, env: own })).stdout;
      },
    },
  };
}

/** The program in the package of the platform. */
function found(folder: string, runtime: 'bun' | 'deno'): string | undefined {
  const [scope, path] = runtime === 'bun' ? ['@oven', 'bin/bun'] : ['@deno', 'deno'];
  const packages = join(folder, 'node_modules', scope);
  if (!existsSync(packages)) return undefined;
  return readdirSync(packages)
    .map((name) => join(packages, name, path))
    .find(existsSync);
}

/** Test files that install together end with one complete folder. */
async function install(folder: string): Promise<void> {
  await mkdir(join(folder, '..'), { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  try {
    await writeFile(join(draft, 'package.json'), '{"private":true}');
    const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts'];
    await run('npm', ['install', ...flags, ...packages], { cwd: draft });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Forks a process that holds secrets: its environment is empty, so no proxy, password file or
 * service file is obeyed, and it leaves no core file behind. Only its standard error is heard.
 * `heapMegabytes` bounds JavaScript's heap alone. `allocator` is variables of the C library's.
 */
export function forkPrivate(
  file: string,
  heapMegabytes: number,
  allocator: Readonly<Record<`MALLOC_${string}`, string>> = {},
): ChildProcess {
  const nodeFlags = [`--max-old-space-size=${heapMegabytes}`];
  // A core file would hold passwords; a shell is the only way to forbid it to a child.
  const throughShell = process.platform !== 'win32';
  return fork(file, [], {
    serialization: 'advanced',
    env: { ...allocator },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...(throughShell
      ? {
          execPath: '/bin/sh',
          execArgv: ['-c', 'ulimit -c 0; exec "$0" "$@"', process.execPath, ...nodeFlags],
        }
      : { execArgv: nodeFlags }),
  });
}

/**
 * The compiled file `name` beside the module at `url`. Node runs no TypeScript, so where that
 * module itself is run from its source (vitest), it is the one that people run.
 */
export function compiledBeside(url: string, name: string): string {
  const folder = url.endsWith('.ts') ? url.replace(/\/src\/(.*\/)[^/]*$/, '/dist/bundled/$1') : url;
  return fileURLToPath(new URL(name, folder));
}

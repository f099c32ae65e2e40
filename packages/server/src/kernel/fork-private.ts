import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Forks a process with secrets. The environment is empty, so no proxy, password file or service
 * file has an effect, and the process leaves no core file. Only standard error is connected.
 * `heapMegabytes` limits only JavaScript's heap. `allocator` contains variables of the C library's
 * allocator.
 */
export function forkPrivate(
  file: string,
  heapMegabytes: number,
  allocator: Readonly<Record<`MALLOC_${string}`, string>> = {},
): ChildProcess {
  const nodeFlags = [`--max-old-space-size=${heapMegabytes}`];
  // A core file would contain passwords, and only a shell can forbid a child to write core files.
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
 * The compiled file `name` next to the module at `url`. Node runs no TypeScript. For a module that
 * runs from source (vitest), the result is the file in the bundle.
 */
export function compiledBeside(url: string, name: string): string {
  const folder = url.endsWith('.ts') ? url.replace(/\/src\/(.*\/)[^/]*$/, '/dist/bundled/$1') : url;
  return fileURLToPath(new URL(name, folder));
}

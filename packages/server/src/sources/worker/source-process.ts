import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromSourceWorker, ToSourceWorker } from './protocol.ts';

/** Node runs no TypeScript, so where this module itself is run from its source (vitest), the worker is the one that was built. */
const entry = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? import.meta.url.replace(/\/src\/sources\/worker\/[^/]*$/, '/dist/sources/worker/source-main.js')
    : new URL('./source-main.js', import.meta.url),
);

/** JavaScript's heap alone; buffers are outside it and bounded with the whole process. */
const heapMegabytes = 192;

export interface SourceProcessEvents {
  onReady(): void;
  onMessage(message: Exclude<FromSourceWorker, { kind: 'ready' }>): void;
  /** The process has ended, whoever ended it. Called once. */
  onExit(how: string): void;
}

/** The pool's side of one worker. Its environment is empty: no proxy, password file or service file of the service's own is obeyed. */
export class SourceProcess {
  readonly pid: number;
  readonly #child: ChildProcess;

  constructor(events: SourceProcessEvents) {
    const nodeFlags = [`--max-old-space-size=${heapMegabytes}`];
    // A core file would hold passwords; a shell is the only way to forbid it to a child.
    const throughShell = process.platform !== 'win32';
    this.#child = fork(entry, [], {
      serialization: 'advanced',
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      ...(throughShell
        ? { execPath: '/bin/sh', execArgv: ['-c', 'ulimit -c 0; exec "$0" "$@"', process.execPath, ...nodeFlags] }
        : { execArgv: nodeFlags }),
    });
    this.pid = this.#child.pid ?? 0;
    this.#child.on('message', (message: FromSourceWorker) => {
      if (message.kind === 'ready') events.onReady();
      else events.onMessage(message);
    });
    let ended = false;
    const end = (how: string) => {
      if (!ended) events.onExit(how);
      ended = true;
    };
    this.#child.on('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    this.#child.on('error', (error) => {
      // A failed send to a dying process also comes here; its exit follows. A failed start has no exit.
      if (this.pid === 0) end(error.message);
    });
  }

  send(message: ToSourceWorker): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Lets the service end without waiting for it. */
  unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  ref(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }
}

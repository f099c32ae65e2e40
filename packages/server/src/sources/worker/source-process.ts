import type { ChildProcess } from 'node:child_process';
import { compiledBeside, forkPrivate } from '../../kernel/fork-private.ts';
import type { FromSourceWorker, ToSourceWorker } from './protocol.ts';

const entry = compiledBeside(import.meta.url, 'source-main.js');

/**
 * Limit of the JavaScript heap. Buffers are outside the heap, and bounded with the whole process.
 */
const heapMegabytes = 192;

export interface SourceProcessEvents {
  onReady(): void;
  onMessage(message: Exclude<FromSourceWorker, { kind: 'ready' }>): void;
  /** Called once, when the process has ended for any reason. */
  onExit(how: string): void;
}

/** The pool's side of one worker. */
export class SourceProcess {
  readonly pid: number;
  readonly #child: ChildProcess;

  constructor(events: SourceProcessEvents) {
    this.#child = forkPrivate(entry, heapMegabytes);
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
      // A failed send to a dying process is also reported here, before its exit. A failed start has
      // no exit event.
      if (this.pid === 0) end(error.message);
    });
  }

  send(message: ToSourceWorker): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Lets the service end while the process is running. */
  unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  ref(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }
}

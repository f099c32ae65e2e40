import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import type { FromWorker, KeptOfFiles, ToWorker, WorkerOptions } from '../protocol.ts';
import { residentBytes } from './resident-memory.ts';

export interface WorkerEvents {
  onReady(): void;
  onMessage(message: Exclude<FromWorker, { kind: 'ready' }>): void;
  /** The process has ended for any reason, and its temporary files are removed. Called once. */
  onExit(how: string): void;
}

/** The pool's side of one worker process. */
export class WorkerProcess {
  readonly pid: number;
  /** The resident bytes just after the start, before any task. */
  baselineBytes = 0;
  /** Resident bytes at the last look. */
  residentBytes = 0;
  /** DuckDB's memory for files, by the worker's last report. */
  keptOfFiles: KeptOfFiles = { footerBytes: 0, rangeBytes: 0 };
  readonly #child: ChildProcess;
  /** The digest of the last text sent to the worker. */
  #told: string | undefined;

  /**
   * Forks `file`. The environment is empty but for `env`: a worker knows no secret. IPC costs 0.044
   * ms a round trip at the median. A raw pipe with V8 frames would cost 0.031, too little gain for
   * a protocol of our own.
   */
  constructor(
    file: string,
    options: WorkerOptions,
    env: Readonly<Record<string, string>>,
    events: WorkerEvents,
  ) {
    this.#child = fork(file, [JSON.stringify(options)], {
      serialization: 'advanced',
      env: { ...env },
      execArgv: [],
      // A worker uses neither stdin nor stdout. Its last words on stderr belong in the service's
      // log.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.pid = this.#child.pid ?? 0;
    this.#child.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') events.onReady();
      else events.onMessage(message);
    });
    let ended = false;
    const end = (how: string) => {
      if (ended) return;
      ended = true;
      rm(options.tempDir, { recursive: true, force: true })
        .catch(() => {})
        .finally(() => events.onExit(how));
    };
    this.#child.on('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    this.#child.on('error', (error) => {
      // A failed send to a dying process also arrives here, followed by the exit. A failed start
      // has no exit.
      if (this.pid === 0) end(error.message);
    });
  }

  /**
   * The memory of the idle worker beyond its baseline. The function takes a new sample only where
   * the task's last sample was high.
   */
  keptBytes(): number {
    const resident =
      this.residentBytes > 2 * this.baselineBytes ? residentBytes([this.pid]) : undefined;
    if (resident instanceof Map) this.residentBytes = resident.get(this.pid) ?? this.residentBytes;
    return this.residentBytes - this.baselineBytes;
  }

  send(message: ToWorker): void {
    if (this.#child.connected) this.#child.send(this.#withoutTold(message), () => {});
  }

  /** The last text is not sent again: 60 kB take 1 ms of CPU on each side. */
  #withoutTold(message: ToWorker): ToWorker {
    if (message.kind !== 'task' || message.told === undefined) return message;
    const { digest } = message.told;
    if (digest === this.#told) return { ...message, told: { digest } };
    this.#told = digest;
    return message;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/** Entry of a source worker: one piece of work at a time, all for one connection. */
import { setMaxListeners } from 'node:events';
import { offerToOutOfMemoryKiller } from '../../kernel/offer-to-out-of-memory-killer.ts';
import { receivedBytes } from '../connect-socket.ts';
import { asNoRoom } from '../no-room.ts';
import { fileResolver } from '../resolve-file.ts';
import { hostResolver } from '../resolve-host.ts';
import type { DiscoveredTable, ExtractProgress, SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { drivers } from './drivers.ts';
import { partsOf } from './parts-of.ts';
import type { FromSourceWorker, SourceFailure, SourceReply, ToSourceWorker } from './protocol.ts';

type WorkMessage = Extract<ToSourceWorker, { kind: 'work' }>;

/**
 * Minimum time between progress messages of an extraction, in milliseconds: a message for each file
 * of a lake took both processes longer than the file.
 */
const tellEveryMs = 50;
/** Warehouses compute for a long time before the first row, so silence is no failure. */
const mayBeSilent: ReadonlySet<string> = new Set(['snowflake', 'bigquery']);

let current: AbortController | undefined;
/** Resolves when the service has processed the last part of tables. */
let onTaken = () => {};

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal and a supervisor signal the whole group; when to end is the pool's decision.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
offerToOutOfMemoryKiller();
process.on('message', (message: ToSourceWorker) => {
  if (message.kind === 'work') void run(message);
  else {
    if (message.kind === 'abort') current?.abort();
    onTaken();
  }
});
void send({ kind: 'ready' });

/** Resolves when the message is written, so messages do not accumulate in this process. */
function send(message: FromSourceWorker): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}

/** Waits for the service to process each part, so messages do not accumulate in the service. */
async function handOver(tables: readonly DiscoveredTable[]): Promise<void> {
  for (const part of partsOf(tables)) {
    current?.signal.throwIfAborted();
    const taken = new Promise<void>((resolve) => {
      onTaken = resolve;
    });
    await send({ kind: 'part', part });
    await taken;
  }
}

async function run(message: WorkMessage): Promise<void> {
  const controller = new AbortController();
  current = controller;
  const before = receivedBytes();
  const telling = setInterval(() => {
    const now = receivedBytes();
    if (now !== null && !mayBeSilent.has(message.type))
      void send({ kind: 'received', bytes: now - (before ?? 0) });
  }, message.tellsEveryMs);
  try {
    const { rules, memoryBytes, scratchFolder } = message;
    const { signal } = controller;
    // Each open request listens to the signal, and Node would report many files as a leak.
    setMaxListeners(0, signal);
    const context = {
      signal,
      resolve: hostResolver(rules),
      resolveFile: fileResolver(rules),
      memoryBytes,
      scratchFolder,
    };
    const reply = await perform(context, message);
    current = undefined;
    await send({ kind: 'reply', reply });
  } catch (error) {
    current = undefined;
    await send({ kind: 'failure', failure: toFailure(error) });
  } finally {
    clearInterval(telling);
  }
}

async function perform(
  context: SourceContext,
  { type, config, work }: WorkMessage,
): Promise<SourceReply> {
  const load = Object.hasOwn(drivers, type) ? drivers[type] : undefined;
  if (!load) throw new Error(`there is no driver '${type}'`);
  const driver = await load();
  if (work.kind === 'check') return driver.check(context, config);
  if (work.kind === 'discover') {
    for await (const tables of driver.discover(context, config, work.filter))
      await handOver(tables);
    return null;
  }
  const extraction = driver.extract(context, config, work.request);
  let toldMs = 0;
  let untold: ExtractProgress | undefined;
  for (;;) {
    const step = await extraction.next();
    if (step.done) {
      if (untold) void send({ kind: 'part', part: untold });
      return step.value;
    }
    const nowMs = performance.now();
    untold = step.value;
    // A file is worked on while others come.
    if (untold.file === undefined && nowMs - toldMs < tellEveryMs) continue;
    toldMs = nowMs;
    await send({ kind: 'part', part: untold });
    untold = undefined;
  }
}

function toFailure(thrown: unknown): SourceFailure {
  const error = asNoRoom(thrown) ?? thrown;
  if (error instanceof SourceError) {
    return {
      class: error.class,
      message: error.message,
      sourceCode: error.sourceCode,
      column: error.column,
      detail: undefined,
    };
  }
  // The message may contain a server's text; the stack frames do not.
  const frames =
    error instanceof Error
      ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
      : [];
  return {
    class: 'source_failed',
    message:
      'Reading the source failed for a reason that is not its own; the server log has the details',
    sourceCode: undefined,
    detail: `${error instanceof Error ? error.name : typeof error}\n${frames.join('\n')}`,
  };
}

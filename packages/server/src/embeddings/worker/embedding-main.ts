/** Entry of an embedding worker. A worker serves one provider only. */
import { offerToOutOfMemoryKiller } from '../../kernel/offer-to-out-of-memory-killer.ts';
import { EmbeddingError } from '../embedding-error.ts';
import { LocalEmbedder } from '../local/local-embedder.ts';
import type { EmbeddedPart } from '../provider.ts';
import { ServiceEmbedder } from '../service/service-embedder.ts';
import type { FromEmbeddingWorker, ToEmbeddingWorker } from './protocol.ts';

type EmbedMessage = Extract<ToEmbeddingWorker, { kind: 'embed' }>;

const running = new Map<number, AbortController>();
const services = new ServiceEmbedder();
const models = new LocalEmbedder();

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal and a supervisor signal the whole group; when to end is the service's decision.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
offerToOutOfMemoryKiller();
process.on('message', (message: ToEmbeddingWorker) => {
  if (message.kind === 'abort') running.get(message.id)?.abort(cancelled());
  else void run(message);
});

async function run({ id, target, texts, deadlineMs }: EmbedMessage): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const timer = setTimeout(() => controller.abort(tooSlow(target.name, deadlineMs)), deadlineMs);
  try {
    const { signal } = controller;
    const onPart = (part: EmbeddedPart) => send({ kind: 'part', id, part });
    if (target.kind === 'local') await models.embed(target, texts, signal, onPart);
    else await services.embed(target, texts, signal, Date.now() + deadlineMs, onPart);
    send({ kind: 'done', id });
  } catch (error) {
    send(toFailure(id, target.name, error));
  } finally {
    clearTimeout(timer);
    running.delete(id);
  }
}

function send(message: FromEmbeddingWorker): void {
  process.send?.(message);
}

function toFailure(id: number, provider: string, error: unknown): FromEmbeddingWorker {
  if (error instanceof EmbeddingError)
    return { kind: 'failure', id, class: error.class, message: error.message };
  const message = `Embedding provider '${provider}' could not be asked; the service's log says why`;
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'failure', id, class: 'provider_failed', message, detail };
}

const cancelled = () => new EmbeddingError('cancelled', 'Embedding was cancelled');
const tooSlow = (provider: string, ms: number) =>
  new EmbeddingError(
    'time_limit',
    `Embedding provider '${provider}' did not answer within ${Math.round(ms / 100) / 10} s; try again later`,
  );

import type { Settings } from '../config/settings.ts';
import { areMetricsClosed, howToOpenMetrics } from '../http/metrics-route.ts';
import { withoutEnd } from '../kernel/without-end.ts';
import { bootstrap, type FirstStart } from './bootstrap.ts';
import { addressOf, compose, type Service } from './compose.ts';
import { namingFullDisk } from './disk-reserve.ts';
import { judgeFileLimit, readFileLimit } from './file-limit.ts';
import { firstSignal } from './first-signal.ts';
import { keepHeapSmall } from './heap-growth.ts';
import { sampleName, sampleQuery } from './sample.ts';

/** Requests and jobs get this long to end; then they are cut off. */
const shutdownMs = 15_000;

/** Starts the service and serves until a signal. Gives the exit code. */
export async function serve(settings: Settings): Promise<number> {
  const { service, first, signal } = await started(settings).catch((error: unknown) => {
    throw namingFullDisk(error, settings.dataDir);
  });
  keepHeapSmall();
  const origin = addressOf(service.app);
  const link = signInLink(service, first, origin);
  service.services.log.info({ address: origin }, 'listening');
  if (areMetricsClosed(settings))
    service.services.log.warn(`/metrics is closed at a public address: ${howToOpenMetrics}`);
  if (first) {
    greet(service, first, origin, link).catch((error: unknown) => {
      // A stop closes the metadata during the greeting.
      if (!service.services.isStopping())
        service.services.log.warn({ err: error }, 'the greeting failed');
    });
  } else
    console.error(`Quern listens on ${origin}${link === null ? '' : `\n\n  console    ${link}\n`}`);
  return stop(service, await signal);
}

async function started(settings: Settings) {
  // First of all: a signal during the start is obeyed after the start, instead of dying half-way.
  const signal = firstSignal(process);
  const { problem, warning } = judgeFileLimit(readFileLimit(), settings.workers);
  if (problem !== undefined) throw new Error(problem);
  const service = await compose(settings);
  if (warning !== undefined) service.services.log.warn(warning);
  const first = await bootstrap(service.services);
  await service.start({ host: settings.host, port: settings.port });
  return { service, first, signal };
}

/** Printed once, in ten lines, on standard error, apart from the log lines. */
async function greet(
  service: Service,
  first: FirstStart,
  origin: string,
  link: string | null,
): Promise<void> {
  const lines = [`Quern listens on ${origin}`, ''];
  if (link !== null) lines.push(`  console    ${link} (once, within ten minutes)`);
  if (first.tokenPath !== null)
    lines.push(`  token      ${first.token} (kept in ${first.tokenPath}, for you only)`);
  lines.push(`  workspace  ${first.workspaceId} (default)`);
  if (service.app.hasRoute({ method: 'GET', url: '/docs/' }))
    lines.push(`  docs       ${origin}/docs/`);
  const databaseId = service.services.settings.sample
    ? await sampleDatabase(service, first.workspaceId)
    : null;
  if (databaseId !== null) {
    lines.push(
      '',
      'Try it:',
      '',
      `  curl -s ${origin}/v1/query -H ${credentialOf(first)} \\`,
      `    -H 'X-Database-Id: ${databaseId}' -H 'Content-Type: application/json' \\`,
      `    -d '${JSON.stringify({ sql: sampleQuery })}'`,
    );
  }
  console.error(`${lines.join('\n')}\n`);
}

/**
 * Opens the console signed in. The code is behind the `#`, which no browser sends and no proxy
 * logs. Printed only for a reader: on a terminal, and next to the token of a first start.
 */
function signInLink(
  { services, app }: Service,
  first: FirstStart | null,
  origin: string,
): string | null {
  const isRead = process.stderr.isTTY || (first !== null && first.tokenPath !== null);
  if (!isRead || !app.hasRoute({ method: 'GET', url: '/' })) return null;
  const address = services.settings.publicUrl ?? origin;
  return `${withoutEnd(address, '/')}/#/sign-in/${services.signInCodes.issue(services.clock.now())}`;
}

/** A header in shell quotes that names the token's file: a token belongs in no shell's history. */
function credentialOf({ tokenPath }: FirstStart): string {
  const token = tokenPath === null ? '$QUERN_BOOTSTRAP_TOKEN' : `$(cat ${shellWord(tokenPath)})`;
  return `"Authorization: Bearer ${token}"`;
}

/** One word of a shell, without quotes if no character needs them. */
function shellWord(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The sample's id once loaded; null if the load failed (the log has the reason). */
async function sampleDatabase({ services }: Service, workspaceId: string): Promise<string | null> {
  const job = await services.metadata.db
    .selectFrom('jobs')
    .select('id')
    .where('job_type', '=', 'load_sample')
    .executeTakeFirst();
  if (!job) return null;
  const ended = await services.waitForJob(job.id, 10 * 60_000, new AbortController().signal);
  if (ended?.status !== 'succeeded') return null;
  const database = await services.metadata.db
    .selectFrom('databases')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('name_folded', '=', sampleName)
    .executeTakeFirst();
  return database?.id ?? null;
}

/** Ends the service in order and returns the exit code; slow work is cut off. */
async function stop(service: Service, signal: NodeJS.Signals): Promise<number> {
  const { log } = service.services;
  log.info({ signal }, 'stopping');
  const cutOff = setTimeout(() => process.exit(1), shutdownMs + 10_000);
  try {
    await service.stop(shutdownMs);
    return 0;
  } catch (error) {
    log.error({ err: error }, 'the service did not stop in order');
    process.exit(1);
  } finally {
    clearTimeout(cutOff);
  }
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { exactly, type JobKind, jobKind, text } from '../jobs/job-kind.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import { createToken, revokeToken } from '../scope/token-store.ts';
import type { Services } from './services.ts';

/** Real data of npm `vega-datasets`, one file of each kind that can be loaded. */
const tables = [
  { name: 'flights', file: 'flights-3m.parquet', contentType: 'application/vnd.apache.parquet' },
  { name: 'weather', file: 'seattle-weather.csv', contentType: 'text/csv' },
  { name: 'cars', file: 'cars.json', contentType: 'application/json' },
] as const;

export const sampleName = 'sample';
export const sampleQuery = 'SELECT count(*) AS flights FROM flights';

/**
 * Loads the sample database over HTTP, as any client would: create, upload, PUT, finalize, load. A
 * repetition is safe: the database is found by its name, and a load replaces.
 */
export function sampleJob(services: Services, origin: () => string): JobKind {
  return jobKind({
    jobType: 'load_sample',
    lane: 'loads',
    payload: exactly({ workspaceId: text }),
    handler: loadSample(services, origin),
  });
}

function loadSample(services: Services, origin: () => string): JobHandler {
  return async ({ job, signal }) => {
    const { workspaceId } = job.payload as { workspaceId: string };
    const { id, token, organizationId } = await temporaryToken(services, workspaceId);
    try {
      const api = new Api(origin(), token, workspaceId, signal);
      const database = await api.post<{ id: string }>('/v1/databases', {
        name: sampleName,
        if_not_exists: true,
      });
      for (const table of tables) await loadTable(services, api, database.id, table);
      return { status: 'succeeded', result: null };
    } finally {
      await revokeToken(
        services.metadata.db,
        id,
        { organizationId, workspaceId },
        services.clock.now(),
      );
    }
  };
}

async function temporaryToken(services: Services, workspaceId: string) {
  const { metadata, clock } = services;
  const { organization_id: organizationId } = await metadata.db
    .selectFrom('workspaces')
    .select('organization_id')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const now = clock.now();
  const token = await createToken(
    metadata.db,
    {
      kind: 'workspace',
      organizationId,
      workspaceId,
      databaseId: null,
      name: 'sample loader',
      readOnly: false,
      expiresAt: now + 15 * 60_000,
    },
    now,
  );
  return { ...token, organizationId };
}

async function loadTable(
  services: Services,
  api: Api,
  databaseId: string,
  table: (typeof tables)[number],
): Promise<void> {
  const bytes = await readFile(join(dataFolder(), table.file));
  const session = await api.post<{ upload_id: string; url: string; finalize_token: string }>(
    '/v1/uploads',
    {
      declared_size_bytes: bytes.length,
      content_type: table.contentType,
      filename: basename(table.file),
    },
  );
  await api.put(ownUrl(session.url, services, api.origin), bytes);
  const { upload_id } = await api.post<{ upload_id: string }>(
    `/v1/uploads/${session.upload_id}/finalize`,
    {},
    {
      'x-upload-finalize-token': session.finalize_token,
    },
  );
  await api.post(`/v1/databases/${databaseId}/schemas/main/tables/${table.name}/loads`, {
    mode: 'replace',
    upload_id,
  });
}

/** An upload URL at this process: the public address may be unreachable from the process itself. */
function ownUrl(url: string, { settings: { publicUrl } }: Services, origin: string): string {
  return publicUrl !== null && url.startsWith(`${publicUrl}/`)
    ? origin + url.slice(publicUrl.length)
    : url;
}

/** The package exports only code; the data folder is next to the code's folder. */
function dataFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('vega-datasets')), '..', 'data');
}

class Api {
  readonly origin: string;
  readonly #headers: Record<string, string>;
  readonly #signal: AbortSignal;

  constructor(origin: string, token: string, workspaceId: string, signal: AbortSignal) {
    this.origin = origin;
    this.#headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId };
    this.#signal = signal;
  }

  async post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
    const response = await fetch(this.origin + path, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: this.#signal,
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async put(url: string, bytes: Buffer): Promise<void> {
    const response = await fetch(url, { method: 'PUT', body: bytes, signal: this.#signal });
    if (!response.ok)
      throw new Error(`PUT of a sample file: ${response.status} ${await response.text()}`);
  }
}

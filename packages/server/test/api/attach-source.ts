import { expect } from 'vitest';
import type { Api, Json } from '../service.ts';

/**
 * Attaches a connection of the type as `src` to a new database; `made` is the answer of the
 * connection's creation.
 */
export async function attachSource(
  api: Api,
  type: string,
  config: Json,
): Promise<{ readonly connection: string; readonly database: string; readonly made: Json }> {
  const named = { name: 'src', source_type: type, config };
  const { status, body: made } = await api.post('/v1/connections', named);
  expect([status, made.discovery_status, made.discovery_error]).toEqual([201, 'success', null]);
  const database: string = (await api.createDatabase()).id;
  const attached = { connection_id: made.id, alias: 'src' };
  const path = `/v1/databases/${database}/catalogs`;
  expect((await api.post(path, attached)).status).toBe(204);
  return { connection: made.id, database, made };
}

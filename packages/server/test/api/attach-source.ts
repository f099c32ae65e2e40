import { expect } from 'vitest';
import type { Api, Json } from '../service.ts';

/**
 * A connection of that type as `src` in a database of its own; `made` is what the connection's
 * creation answered.
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

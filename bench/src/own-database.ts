import { HttpClient } from './http-client.ts';
import { type ServiceProcess, token } from './service-process.ts';

/** A database in the first workspace of a service, with clients. */
export interface OwnDatabase {
  /** Client of the workspace. */
  readonly client: HttpClient;
  /**
   * Client of the database. Every query executes, because a repeated text would get a stored
   * answer.
   */
  readonly database: HttpClient;
  readonly databaseId: string;
  close(): void;
}

export async function openOwnDatabase(
  { origin }: ServiceProcess,
  name: string,
): Promise<OwnDatabase> {
  const anywhere = new HttpClient(origin, { authorization: `Bearer ${token}` }, 32);
  type Workspaces = { readonly workspaces: readonly { readonly public_id: string }[] };
  const { workspaces } = await anywhere.json<Workspaces>('GET', '/v1/workspaces', undefined);
  const client = anywhere.with({ 'x-workspace-id': workspaces[0]?.public_id ?? '' });
  const { id: databaseId } = await client.json<{ id: string }>(
    'POST',
    '/v1/databases',
    { name },
    201,
  );
  const database = client.with({ 'x-database-id': databaseId, 'cache-control': 'no-cache' });
  return {
    client,
    database,
    databaseId,
    close: () => {
      for (const each of [anywhere, client, database]) each.close();
    },
  };
}

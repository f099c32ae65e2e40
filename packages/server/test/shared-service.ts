import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { Api, testToken } from './service.ts';

/** A workspace of its own on the service that files share. */
export interface SharedService {
  readonly origin: string;
  /** What other files have stored is in it too. */
  readonly dataDir: string;
  readonly workspaceId: string;
  /** Of the workspace; what `api` sends unless told another. */
  readonly token: string;
  api(token?: string): Api;
  /**
   * With the token of the first start, in this workspace unless told another: for tests that make
   * workspaces and tokens.
   */
  organization(): Api;
}

/**
 * The service of this run, for files that neither set nor stop it, and whose assertions are about
 * what they made: a start costs 1.2 s of CPU. Its token is a workspace's: nothing that others make
 * can be seen with it. Nobody disposes of it.
 */
export async function sharedService(): Promise<SharedService> {
  const response = await fetch(inject('serviceStarter'));
  const text = await response.text();
  if (!response.ok) throw new Error(`the service of the tests did not start: ${text}`);
  const { origin, dataDir } = JSON.parse(text) as { origin: string; dataDir: string };
  const organization = new Api(origin, testToken);
  const name = `shared ${randomBytes(8).toString('hex')}`;
  const workspace = (await organization.post('/v1/workspaces', { name })).body.workspace.public_id;
  const asked = { kind: 'workspace', workspace_id: workspace };
  const token: string = (await organization.post('/v1/tokens', asked)).body.token;
  return {
    origin,
    dataDir,
    workspaceId: workspace,
    token,
    api: (other = token) => new Api(origin, other),
    organization: () => organization.with({ 'x-workspace-id': workspace }),
  };
}

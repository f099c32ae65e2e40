import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { Api, testToken } from './service.ts';

/** A new workspace on the service that test files share. */
export interface SharedService {
  readonly origin: string;
  /** The folder also has data of other files. */
  readonly dataDir: string;
  readonly workspaceId: string;
  /** Token of the workspace; the default of `api`. */
  readonly token: string;
  api(token?: string): Api;
  /**
   * Requests with the token of the first start, by default in this workspace: for tests that make
   * workspaces and tokens.
   */
  organization(): Api;
}

/**
 * The shared service of the run, for files that neither set nor stop the service and assert only
 * about their own data: a start costs 1.2 s of CPU. The token belongs to one workspace and shows
 * nothing of other files. Nobody disposes of the service.
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

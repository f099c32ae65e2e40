import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { newId, newSecret } from '../kernel/ids.ts';
import { hasOrganization } from '../metadata/organization-store.ts';
import { insertWorkspace } from '../metadata/workspace-store.ts';
import { createToken } from '../scope/token-store.ts';
import { writePrivateFile } from '../secrets/secret-key.ts';
import type { Services } from './services.ts';

/** The results of the first start. */
export interface FirstStart {
  readonly workspaceId: string;
  /**
   * The organization token. `tokenPath` contains the token too, unless the caller chose the token.
   */
  readonly token: string;
  readonly tokenPath: string | null;
}

const tokenPath = (settings: Settings) => join(settings.dataDir, 'token');

/**
 * The first start of a service makes an organization, the workspace `default` and an organization
 * token, all in one transaction, so only one of two concurrent first starts succeeds. Null if the
 * organization exists already.
 */
export async function bootstrap(services: Services): Promise<FirstStart | null> {
  const { metadata, settings } = services;
  if (await hasOrganization(metadata.db)) return null;
  if (settings.bootstrapToken !== null) {
    const made = await makeFirst(services, settings.bootstrapToken);
    return made && { ...made, tokenPath: null };
  }
  // The file exists before the token is valid: a start that dies in between would leave a service
  // nobody can enter. The next start continues with the token in the file.
  const path = tokenPath(settings);
  const found = storedToken(path);
  const token = found ?? newSecret('qn_');
  if (found === null) writePrivateFile(path, `${token}\n`);
  const made = await makeFirst(services, token);
  if (made) return { ...made, tokenPath: path };
  // Another node was first, with another token.
  if (found === null) rmSync(path, { force: true });
  return null;
}

async function makeFirst(
  services: Services,
  token: string,
): Promise<Omit<FirstStart, 'tokenPath'> | null> {
  const { metadata, settings, clock, jobs } = services;
  return metadata.transaction(async (trx) => {
    if (await hasOrganization(trx)) return null;
    const now = clock.now();
    const organizationId = newId('organization');
    await trx
      .insertInto('organizations')
      .values({ id: organizationId, name: 'default', created_at: now })
      .execute();
    const workspaceId = await insertWorkspace(trx, { organizationId, name: 'default', now });
    await createToken(
      trx,
      {
        kind: 'organization',
        organizationId,
        workspaceId: null,
        databaseId: null,
        name: 'first token',
        readOnly: false,
        expiresAt: null,
      },
      now,
      token,
    );
    if (settings.sample) {
      // A job, so after a start that dies in the middle the next start continues.
      await jobs.enqueue(
        { jobType: 'load_sample', workspaceId, maxAttempts: 3, payload: { workspaceId } },
        trx,
      );
    }
    return { workspaceId, token };
  });
}

/** The token of an unfinished earlier first start. */
function storedToken(path: string): string | null {
  const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  return text === '' ? null : text;
}

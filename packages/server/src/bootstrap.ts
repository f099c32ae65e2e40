import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './config/settings.ts';
import { newId } from './kernel/ids.ts';
import type { Services } from './operations/services.ts';
import { insertWorkspace } from './operations/workspaces/create-workspace.ts';
import { createToken } from './scope/token-store.ts';
import { writePrivateFile } from './secrets/secret-key.ts';

/** What the first start made. */
export interface FirstStart {
  readonly workspaceId: string;
  /** The organization token; it is also in `tokenPath`, unless the caller chose it. */
  readonly token: string;
  readonly tokenPath: string | null;
}

export const tokenPath = (settings: Settings) => join(settings.dataDir, 'token');

/**
 * The first start of a service makes an organization, the workspace `default` and an organization token, all in one
 * transaction, so that of two nodes that start together one does. Null when they are there already.
 */
export async function bootstrap(services: Services): Promise<FirstStart | null> {
  const { metadata, settings, clock, jobs } = services;
  const made = await metadata.transaction(async (trx) => {
    const present = await trx.selectFrom('organizations').select('id').limit(1).executeTakeFirst();
    if (present) return null;
    const now = clock.now();
    const organizationId = newId('organization');
    await trx.insertInto('organizations').values({ id: organizationId, name: 'default', created_at: now }).execute();
    const workspaceId = await insertWorkspace(trx, { organizationId, name: 'default', now });
    const { token } = await createToken(
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
      settings.bootstrapToken ?? undefined,
    );
    if (settings.sample) {
      // A job, so that a start that dies in the middle of it is followed by one that goes on.
      await jobs.enqueue({ jobType: 'load_sample', workspaceId, maxAttempts: 3, payload: { workspaceId } }, trx);
    }
    return { workspaceId, token };
  });
  if (!made) return null;
  if (settings.bootstrapToken !== null) return { ...made, tokenPath: null };
  const path = tokenPath(settings);
  writePrivateFile(path, `${made.token}\n`);
  return { ...made, tokenPath: path };
}

/** The token of the first start, for the greeting of a later one; null when it is not on this machine. */
export function storedToken(settings: Settings): string | null {
  const path = tokenPath(settings);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

import type { HasSettings } from '../../config/settings.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { assertRoomForUploads, createSession, planUpload } from '../../finding/upload-session.ts';
import type { HasClock } from '../../kernel/clock.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { HasObjects } from '../../objects/object-store.ts';
import type { Operation } from '../operation.ts';

/**
 * Opens a session. The bytes then go directly to the URLs of the answer, not through this endpoint.
 */
export const createUpload: Operation<
  'uploads.create',
  HasClock & HasMetadata & HasObjects & HasRemembered & HasSettings
> = async (services, { scope, body, publicUrl }) => {
  const plan = planUpload(services, body);
  await assertRoomForUploads(services, scope.workspaceId, {
    sessions: 1,
    bytes: plan.declaredSizeBytes ?? 0,
  });
  return { status: 201, body: await createSession(services, scope, plan, publicUrl) };
};

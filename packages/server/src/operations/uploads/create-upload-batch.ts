import type { HasSettings } from '../../config/settings.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { assertRoomForUploads, createSession, planUpload } from '../../finding/upload-session.ts';
import type { HasClock } from '../../kernel/clock.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { HasObjects } from '../../objects/object-store.ts';
import type { Operation } from '../operation.ts';

/** One session per file in request order; a refused file refuses the whole batch. */
export const createUploadBatch: Operation<
  'uploads.createBatch',
  HasClock & HasMetadata & HasObjects & HasRemembered & HasSettings
> = async (services, { scope, body, publicUrl }) => {
  const plans = body.uploads.map((upload) => planUpload(services, upload));
  const bytes = plans.reduce((sum, { declaredSizeBytes }) => sum + (declaredSizeBytes ?? 0), 0);
  await assertRoomForUploads(services, scope.workspaceId, { sessions: plans.length, bytes });
  const uploads = await Promise.all(
    plans.map((plan) => createSession(services, scope, plan, publicUrl)),
  );
  return { status: 201, body: { uploads } };
};

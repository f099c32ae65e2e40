import type { Operation } from '../operation.ts';
import { assertRoomForUploads, createSession, planUpload } from './upload-session.ts';

/** One session per file in request order; when any file is refused, none is made. */
export const createUploadBatch: Operation<
  'uploads.createBatch',
  'clock' | 'metadata' | 'objects' | 'remembered' | 'settings'
> = async (services, { scope, body, publicUrl }) => {
  const plans = body.uploads.map((upload) => planUpload(services, upload));
  const bytes = plans.reduce((sum, { declaredSizeBytes }) => sum + (declaredSizeBytes ?? 0), 0);
  await assertRoomForUploads(services, scope.workspaceId, { sessions: plans.length, bytes });
  const uploads = await Promise.all(
    plans.map((plan) => createSession(services, scope, plan, publicUrl)),
  );
  return { status: 201, body: { uploads } };
};

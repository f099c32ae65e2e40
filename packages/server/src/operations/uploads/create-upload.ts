import type { Operation } from '../operation.ts';
import { assertRoomForUploads, createSession, planUpload } from './upload-session.ts';

/**
 * Opens a session; the bytes then go straight to the URLs of the answer, not through this endpoint.
 */
export const createUpload: Operation<
  'uploads.create',
  'clock' | 'metadata' | 'objects' | 'remembered' | 'settings'
> = async (services, { scope, body, publicUrl }) => {
  const plan = planUpload(services, body);
  await assertRoomForUploads(services, scope.workspaceId, {
    sessions: 1,
    bytes: plan.declaredSizeBytes ?? 0,
  });
  return { status: 201, body: await createSession(services, scope, plan, publicUrl) };
};

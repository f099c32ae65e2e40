import { QuernError, storedDataDamaged } from '../../kernel/errors.ts';
import {
  type LocalFile,
  ObjectMissingError,
  type ObjectStore,
} from '../../objects/object-store.ts';
import type { StoredFile } from '../engine.ts';

/** Methods of the object store for tasks: reading objects, and publishing results. */
export type EngineObjects = Pick<
  ObjectStore,
  'kind' | 'localFile' | 'forget' | 'head' | 'read' | 'putFile' | 'putFiles'
>;

/** The services to open and check stored objects. */
export interface ObjectAccess {
  readonly objects: EngineObjects;
  /** Receives each damaged or missing object. */
  readonly damage: { note(key: string): void };
  readonly log: { error(facts: object, message: string): void };
  /** The `verifyFile` task. */
  verify(
    request: { readonly path: string; readonly checksum: number | null },
    workspaceId: string,
  ): Promise<boolean>;
}

/**
 * The object as a local file. Throws STORED_DATA_DAMAGED for a missing object, or for another size
 * than written.
 */
export async function openStoredFile(access: ObjectAccess, stored: StoredFile): Promise<LocalFile> {
  const file = await orDamaged(access, stored, access.objects.localFile(stored.key));
  if (hasSize(stored, file.sizeBytes)) return file;
  file.release();
  // Perhaps only the local copy of a remote object is damaged.
  await access.objects.forget(stored.key);
  const again = await orDamaged(access, stored, access.objects.localFile(stored.key));
  if (hasSize(stored, again.sizeBytes)) return again;
  again.release();
  throw damaged(access, stored, `it has ${again.sizeBytes} bytes of ${stored.sizeBytes}`);
}

/** Throws STORED_DATA_DAMAGED unless the object exists with its size. Reads none of its bytes. */
export async function assertStored(
  access: ObjectAccess,
  stored: StoredFile,
): Promise<{ readonly sizeBytes: number }> {
  const found = await access.objects.head(stored.key);
  if (!found) throw damaged(access, stored, 'it is missing');
  if (!hasSize(stored, found.sizeBytes)) {
    throw damaged(access, stored, `it has ${found.sizeBytes} bytes of ${stored.sizeBytes}`);
  }
  return found;
}

const hasSize = ({ sizeBytes }: StoredFile, found: number) =>
  sizeBytes === undefined || sizeBytes === found;

async function orDamaged<T>(
  access: ObjectAccess,
  stored: StoredFile,
  opening: Promise<T>,
): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw error instanceof ObjectMissingError ? damaged(access, stored, 'it is missing') : error;
  }
}

function damaged(
  { damage, log }: ObjectAccess,
  { key, subject }: StoredFile,
  what: string,
  cause?: unknown,
): QuernError {
  damage.note(key);
  log.error({ object: key, of: subject, what, err: cause }, 'stored data is damaged');
  return storedDataDamaged(subject, cause ?? what);
}

/** Words in a Parquet reader's errors about bytes other than the written bytes. */
const readerWords =
  /parquet|magic bytes|snappy|zstd|decompress|thrift|TProtocol|corrupt|out of buffer|string encoding|page header|footer|dictionary|bit ?width|end of (?:file|stream)|ended early|cannot open file|could not read|failed to read|varint|invalid data/i;

/** The most bytes to verify where only the class of an error suggests damage. */
const maxDoubtfulBytes = 2 ** 30;

export interface OpenedFile {
  readonly stored: StoredFile;
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * The error for failed work on stored files: STORED_DATA_DAMAGED where a file differs from the
 * written file, otherwise the thrown error. A caller's text can contain a reader's words, so the
 * files are verified. Never throws.
 */
export async function explainFailure(
  access: ObjectAccess,
  thrown: unknown,
  files: readonly OpenedFile[],
  workspaceId: string,
): Promise<unknown> {
  if (files.length === 0 || !mayBeDamage(thrown, files)) return thrown;
  try {
    return await findDamage(access, thrown, files, workspaceId);
  } catch (error) {
    // The store's object is damaged too, or cannot be looked at now.
    return error instanceof QuernError ? error : thrown;
  }
}

async function findDamage(
  access: ObjectAccess,
  thrown: unknown,
  files: readonly OpenedFile[],
  workspaceId: string,
): Promise<unknown> {
  for (const file of files) {
    if (await isWhole(access, file, workspaceId)) continue;
    const { objects } = access;
    await objects.forget(file.stored.key);
    if (objects.kind === 's3' && (await isWholeElsewhere(access, file, workspaceId))) {
      const message = 'A local copy of stored data was damaged and has been dropped; try again';
      return new QuernError('SERVICE_UNAVAILABLE', message, { cause: thrown, retryAfterS: 1 });
    }
    // The freshly fetched copy is dropped too, because the operator may repair the object in the
    // store.
    await objects.forget(file.stored.key);
    return damaged(access, file.stored, 'it cannot be read', thrown);
  }
  return thrown;
}

function mayBeDamage(thrown: unknown, files: readonly OpenedFile[]): boolean {
  if (!(thrown instanceof QuernError))
    return thrown instanceof Error && readerWords.test(thrown.message);
  if (thrown.code !== 'BAD_REQUEST' && thrown.code !== 'INTERNAL_SERVER_ERROR') return false;
  if (readerWords.test(`${thrown.message} ${String(thrown.cause ?? '')}`)) return true;
  const isDoubtful =
    thrown.code === 'INTERNAL_SERVER_ERROR' || thrown.message.includes('memory budget');
  return isDoubtful && files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= maxDoubtfulBytes;
}

async function isWhole(
  access: ObjectAccess,
  { stored, path }: OpenedFile,
  workspaceId: string,
): Promise<boolean> {
  try {
    return await access.verify({ path, checksum: stored.checksum ?? null }, workspaceId);
  } catch (error) {
    // A file that kills its reader is damaged. A file that could not be verified is in doubt.
    return !(error instanceof QuernError && error.code === 'INTERNAL_SERVER_ERROR');
  }
}

async function isWholeElsewhere(
  access: ObjectAccess,
  { stored }: OpenedFile,
  workspaceId: string,
): Promise<boolean> {
  const file = await openStoredFile(access, stored);
  try {
    return await isWhole(
      access,
      { stored, path: file.path, sizeBytes: file.sizeBytes },
      workspaceId,
    );
  } finally {
    file.release();
  }
}

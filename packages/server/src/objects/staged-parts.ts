import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredPart } from './check-parts.ts';
import { syncDirectory } from './durable-directories.ts';
import { nullIfMissing } from './file-errors.ts';

export interface StagedPart extends StoredPart {
  readonly path: string;
}

/** A whole body on disk, synced, and its MD5. */
export interface ReceivedBody {
  readonly path: string;
  readonly md5: string;
  readonly sizeBytes: number;
}

/** `<part number>.<md5>.<bytes>`: a part and its ETag become visible in one rename. */
const partName = /^(\d{5})\.([0-9a-f]{32})\.(\d+)$/;

/** All parts in a folder. After a crash one number can be there twice: its last PUT, never acknowledged, and the one before. */
export async function listStagedParts(folder: string): Promise<StagedPart[]> {
  const parts: StagedPart[] = [];
  for (const name of (await nullIfMissing(readdir(folder))) ?? []) {
    const match = partName.exec(name);
    if (!match) continue;
    const [, number, md5, size] = match;
    parts.push({ partNumber: Number(number), etag: `"${md5}"`, sizeBytes: Number(size), path: join(folder, name) });
  }
  return parts;
}

const adding = new Map<string, Promise<void>>();

/** Moves a received body into `folder` as a part; it replaces an earlier one of its number. Survives a power loss. */
export async function addStagedPart(folder: string, partNumber: number, body: ReceivedBody): Promise<void> {
  // One at a time in a folder: of two PUTs of a part, the one that ends last must win, alone.
  const turn = (adding.get(folder) ?? Promise.resolve()).catch(() => {}).then(() => add(folder, partNumber, body));
  adding.set(folder, turn);
  try {
    await turn;
  } finally {
    if (adding.get(folder) === turn) adding.delete(folder);
  }
}

async function add(folder: string, partNumber: number, body: ReceivedBody): Promise<void> {
  const prefix = `${String(partNumber).padStart(5, '0')}.`;
  const name = `${prefix}${body.md5}.${body.sizeBytes}`;
  await rename(body.path, join(folder, name));
  for (const other of await readdir(folder)) {
    if (other.startsWith(prefix) && other !== name) await rm(join(folder, other), { force: true });
  }
  await syncDirectory(folder);
}

/** The last body PUT into a folder of a single part, or null. */
export async function newestStagedPart(folder: string): Promise<StagedPart | null> {
  let newest: { part: StagedPart; modifiedAt: number } | null = null;
  for (const part of await listStagedParts(folder)) {
    const found = await nullIfMissing(lstat(part.path));
    if (found && (!newest || found.mtimeMs > newest.modifiedAt)) newest = { part, modifiedAt: found.mtimeMs };
  }
  return newest?.part ?? null;
}

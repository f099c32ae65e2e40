import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What `quern login` was told. */
export interface Profile {
  readonly url: string;
  readonly token: string;
  readonly workspaceId: string | null;
  /** Name or id of the database that is meant where none is named. */
  readonly database: string | null;
}

export function readProfile(path: string): Profile | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const found = parsed(text);
  if (found === null)
    throw new Error(`the profile in '${path}' cannot be read; 'quern login' writes it anew`);
  return found;
}

function parsed(text: string): Profile | null {
  try {
    const { url, token, workspaceId, database } = JSON.parse(text) as Record<string, unknown>;
    if (typeof url !== 'string' || typeof token !== 'string') return null;
    const word = (value: unknown) => (typeof value === 'string' ? value : null);
    return { url, token, workspaceId: word(workspaceId), database: word(database) };
  } catch {
    return null;
  }
}

/** For its owner only, from the first byte on, and never half. */
export function writeProfile(path: string, profile: Profile): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, path);
}

/** Whether there was one. */
export function removeProfile(path: string): boolean {
  const was = readable(path);
  rmSync(path, { force: true });
  return was;
}

function readable(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

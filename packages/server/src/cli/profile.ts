import { readFileSync, rmSync } from 'node:fs';
import { writePrivateFile } from './private-file.ts';

/** The answers to `quern login`. */
export interface Profile {
  readonly url: string;
  readonly token: string;
  readonly workspaceId: string | null;
  /** Name or id of the default database. */
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

export function writeProfile(path: string, profile: Profile): void {
  writePrivateFile(path, `${JSON.stringify(profile, null, 2)}\n`);
}

/** Returns true if a profile existed. */
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

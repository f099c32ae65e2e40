import type { Asked, HeldFile } from '../../src/engine/engine.ts';
import { replaceFiles } from '../../src/engine/host/named-files.ts';

/** The engine's port over tasks in this process; files are kept under their paths. */
export const withPaths = <T>(asked: Asked<T>): T =>
  replaceFiles(asked, (file) => (file as HeldFile).held) as T;

export const withFiles = <T>(local: T): Asked<T> =>
  replaceFiles(local, (path) => (typeof path === 'string' ? { held: path } : path)) as Asked<T>;

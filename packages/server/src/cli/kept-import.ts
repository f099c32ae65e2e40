import { hash } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from './private-file.ts';

/** As long as an upload that stopped. */
const keptMs = 24 * 3600_000;

interface Kept {
  readonly databaseId: string;
  readonly name: string;
  /** By table, what its rows were when they were loaded. */
  readonly loaded: Readonly<Record<string, LoadedTable>>;
}

export interface LoadedTable {
  readonly stamp: string;
  readonly rows: number;
}

/**
 * What an import has loaded, in a file of its own until all of it is: the same command goes on
 * where the one before ended. Where the file cannot be written, the command begins anew.
 */
export class KeptImport {
  readonly #path: string;
  #kept: Kept | null = null;

  /** `what` tells apart what is imported, and where to. */
  constructor(folder: string, what: readonly unknown[]) {
    const digest = hash('sha256', JSON.stringify(['import', ...what]), 'hex');
    this.#path = join(folder, `${digest.slice(0, 32)}.json`);
  }

  /** Null where nothing was begun within a day. */
  read(): Kept | null {
    try {
      if (statSync(this.#path).mtimeMs < Date.now() - keptMs) return null;
      const kept = JSON.parse(readFileSync(this.#path, 'utf8')) as Kept;
      this.#kept = typeof kept.databaseId === 'string' ? kept : null;
    } catch {
      this.#kept = null;
    }
    return this.#kept;
  }

  begin(databaseId: string, name: string): void {
    this.#write({ databaseId, name, loaded: {} });
  }

  /** The table as it is was loaded. */
  find(label: string, stamp: string): LoadedTable | null {
    const found = this.#kept?.loaded[label];
    return found?.stamp === stamp ? found : null;
  }

  note(label: string, table: LoadedTable): void {
    if (this.#kept === null) return;
    this.#write({ ...this.#kept, loaded: { ...this.#kept.loaded, [label]: table } });
  }

  forget(): void {
    rmSync(this.#path, { force: true });
  }

  #write(kept: Kept): void {
    this.#kept = kept;
    try {
      writePrivateFile(this.#path, JSON.stringify(kept));
    } catch {
      // The command given again begins anew.
    }
  }
}

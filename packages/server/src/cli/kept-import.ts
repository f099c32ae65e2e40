import { hash } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from './private-file.ts';

/** The lifetime of a stopped upload. */
const keptMs = 24 * 3600_000;

interface Kept {
  readonly databaseId: string;
  readonly name: string;
  /** The stamps of the loaded tables' rows, by table. */
  readonly loaded: Readonly<Record<string, LoadedTable>>;
}

export interface LoadedTable {
  readonly stamp: string;
  readonly rows: number;
}

/**
 * The loaded tables of an import, in a separate file until all are loaded: the same command
 * continues a stopped import. If the file cannot be written, the command begins anew.
 */
export class KeptImport {
  readonly #path: string;
  #kept: Kept | null = null;

  /** `what` identifies the sources and the destination. */
  constructor(folder: string, what: readonly unknown[]) {
    const digest = hash('sha256', JSON.stringify(['import', ...what]), 'hex');
    this.#path = join(folder, `${digest.slice(0, 32)}.json`);
  }

  /** The state of an import begun within a day, or null. */
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

  /** The load of the table in its present state. */
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

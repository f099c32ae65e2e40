import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('./faulty-files.c', import.meta.url));

const kinds = { opening: 1, creating: 2, writing: 4, syncing: 8, reading: 16 };

export interface FileFault {
  readonly code: 'EIO' | 'EROFS' | 'ENOSPC' | 'EMFILE';
  /**
   * Failing operation: opening any file, making a file (or opening for writing), writing, syncing
   * or reading.
   */
  readonly kinds: readonly (keyof typeof kinds)[];
}

/** A data folder on a disk that fails on command, only for a service and its workers. */
export interface FaultyFiles {
  readonly dataDir: string;
  /** Environment for the service's start. */
  readonly env: Readonly<Record<string, string>>;
  /** null: the disk works again. */
  set(fault: FileFault | null): void;
  /** Once the service is gone. */
  remove(): void;
}

/** Without a C compiler and Linux's loader no file can fail. */
export function canInjectFaults(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export function createFaultyFiles(): FaultyFiles {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-faults-')));
  const [library, control, dataDir] = [
    join(folder, 'faulty.so'),
    join(folder, 'control'),
    join(folder, 'data'),
  ];
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  writeFileSync(control, Buffer.alloc(8));
  mkdirSync(dataDir);
  return {
    dataDir,
    env: { LD_PRELOAD: library, FAULTY_CONTROL: control, FAULTY_ROOT: dataDir },
    set(fault) {
      const words = new Int32Array(2);
      words[0] = fault ? constants.errno[fault.code] : 0;
      words[1] = (fault?.kinds ?? []).reduce((sum, kind) => sum | kinds[kind], 0);
      const file = openSync(control, 'r+');
      try {
        writeSync(file, Buffer.from(words.buffer), 0, 8, 0);
      } finally {
        closeSync(file);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

import { describe, expect, test } from 'vitest';
import { runQuern } from '../api/run-quern.ts';
import { startService } from '../service.ts';
import { canInjectFaults, createFaultyFiles, type FileFault } from './faulty-files.ts';

const faults: readonly FileFault[] = [
  { code: 'ENOSPC', kinds: ['creating', 'writing'] },
  { code: 'ENOSPC', kinds: ['writing'] },
  { code: 'EROFS', kinds: ['creating', 'writing'] },
  { code: 'EIO', kinds: ['reading', 'writing', 'syncing'] },
];

describe.skipIf(!canInjectFaults())('a start on a disk that takes nothing', () => {
  test('says so, and of no other Quern, and comes up once the disk is well', async () => {
    const files = createFaultyFiles();
    try {
      const env = { ...files.env, QUERN_DATA_DIR: files.dataDir };
      await (await startService({ dataDir: files.dataDir, env: files.env })).stop();
      for (const fault of faults) {
        files.set(fault);
        const { code, stderr } = await runQuern([], { ...env, QUERN_PORT: '0' });
        expect([fault, code]).toEqual([fault, 1]);
        expect(stderr).not.toMatch(/another Quern|\n\s+at /);
        expect(stderr).toMatch(/disk|space|read-only|i\/o|storage/i);
      }
      files.set(null);
      const again = await startService({ dataDir: files.dataDir, env: files.env });
      expect((await fetch(`${again.origin}/readyz`)).status).toBe(200);
      // The error says that another service works in the folder.
      const { code, stderr } = await runQuern([], { ...env, QUERN_PORT: '0' });
      expect([code, stderr]).toEqual([1, expect.stringContaining('another Quern works in')]);
      await again.stop();
    } finally {
      files.remove();
    }
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../service.ts';
import { canRunPython, installTimeoutMs } from './python-environment.ts';
import { installSchemathesis, runSchemathesis } from './schemathesis.ts';

/** QUERN_SCHEMATHESIS=seed:examples runs longer, with all phases. */
const [seed, examples] = (process.env.QUERN_SCHEMATHESIS ?? '').split(':').map(Number);

describe.skipIf(!canRunPython())('the published interface (needs python3 with venv)', () => {
  let service: RunningService;

  beforeAll(async () => {
    await installSchemathesis();
    service = await startService();
  }, installTimeoutMs);
  afterAll(() => service?.dispose());

  test('is what the service does: generated requests, right and wrong ones, find no difference', async () => {
    const found = await runSchemathesis(service, {
      phases: examples ? 'coverage,fuzzing,stateful' : 'coverage,fuzzing',
      examples: examples || 3,
      seed: seed || 1,
    });
    expect(found.isClean ? 'no finding' : found.output.slice(-20_000)).toBe('no finding');
  }, 3_600_000);
});

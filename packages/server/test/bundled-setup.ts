/**
 * Vitest global setup: processes that tests start run the bundle of what is compiled. Where nothing
 * is, none of the tests starts one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const server = join(import.meta.dirname, '..');

export function setup(): void {
  if (existsSync(join(server, 'dist/.tsbuildinfo')))
    execFileSync(process.execPath, [join(server, 'bundle.mjs')], { stdio: 'inherit' });
}

import { spawn } from 'node:child_process';
import { mainFile } from '../main-file.ts';

export interface CommandOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the compiled `quern` command to the end, with exactly the given environment variables and
 * standard input.
 */
export function runQuern(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string | Uint8Array = '',
): Promise<CommandOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [mainFile, ...args], {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // A command that reads nothing may have ended.
    child.stdin.once('error', () => undefined).end(input);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Input and output of a command. Results go to standard output, messages about them to standard
 * error.
 */
export interface Terminal {
  /** A person reads standard output. */
  readonly isTerminal: boolean;
  /** Somebody types. */
  readonly isTyped: boolean;
  readonly hasColours: boolean;
  readonly width: number;
  /** Aborts at Ctrl-C; a second Ctrl-C ends the process. */
  readonly signal: AbortSignal;
  write(bytes: string | Uint8Array): Promise<void>;
  say(line: string): void;
  /** A status line that each call replaces; null removes the line. No effect if no person reads. */
  status(line: string | null): void;
  /** All of standard input, as text. */
  readAll(): Promise<string>;
  ask(question: string, options?: { readonly isSecret?: boolean }): Promise<string>;
}

/** A terminal of unknown width reports 0. */
export function openTerminal(isPlain: boolean): Terminal {
  const { stdin, stdout, stderr } = process;
  const abort = new AbortController();
  const isWatched = stderr.isTTY === true;
  process.on('SIGINT', () => {
    if (abort.signal.aborted) process.exit(130);
    abort.abort();
  });
  // The reader has closed the output.
  stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? 0 : 1),
  );
  return {
    isTerminal: stdout.isTTY === true,
    isTyped: stdin.isTTY === true,
    hasColours: stdout.isTTY === true && !isPlain,
    width: stdout.columns || 120,
    signal: abort.signal,
    async write(bytes) {
      if (!stdout.write(bytes)) await once(stdout, 'drain');
    },
    say: (line) => void stderr.write(`${line}\n`),
    status(line) {
      if (isWatched)
        stderr.write(
          line === null ? '\r\u001b[K' : `\r${line.slice(0, (stderr.columns || 80) - 1)}\u001b[K`,
        );
    },
    async readAll() {
      const chunks: Buffer[] = [];
      for await (const chunk of stdin) chunks.push(chunk as Buffer);
      return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    },
    ask,
  };
}

/** Reads a line; of a secret nothing is shown. */
async function ask(
  question: string,
  { isSecret = false }: { readonly isSecret?: boolean } = {},
): Promise<string> {
  const lines = createInterface({
    input: process.stdin,
    output: process.stderr,
    terminal: process.stdin.isTTY === true,
  });
  try {
    const answer = new Promise<string>((resolve, reject) => {
      lines.question(question, resolve);
      lines.once('close', () => reject(new Error('nothing was entered')));
    });
    // readline echoes typed text by this method only.
    if (isSecret) Object.assign(lines, { _writeToOutput: () => undefined });
    return (await answer).trim();
  } finally {
    lines.close();
    if (isSecret) process.stderr.write('\n');
  }
}

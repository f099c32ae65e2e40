import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { QuernError } from '@quern/client';
import type { Command, CommandCall } from './command.ts';
import { type KnownNames, knownNames, wordsFor } from './known-names.ts';
import type { Session } from './session.ts';
import { shown } from './table-text.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { type RowFormat, rowFormats, writeRows } from './write-rows.ts';

const help = `  SELECT ...;             a statement ends with a semicolon
  \\d [TABLE]              the tables, or the columns of one
  \\c DATABASE             go to another database
  \\f FORMAT               show rows as table, csv, json, ndjson or md
  \\timing                 tell how long each statement took, or no longer
  \\refresh                read the names for completion anew
  \\q                      leave (so does Ctrl-D); Ctrl-C ends a statement that runs`;

export const shellCommand: Command = {
  name: 'shell',
  summary: 'type SQL, with history and completion',
  usage: `quern shell [-d DATABASE]\n\n${help}`,
  options: {},
  async run(call) {
    if (call.positionals.length > 0)
      throw new UsageError('quern shell takes no SQL: type it there, or use quern query');
    const session = call.session();
    const shell = new Shell(session, await session.database(), call);
    return shell.run();
  },
};

type NamedDatabase = Awaited<ReturnType<Session['database']>>;

class Shell {
  readonly #session: Session;
  readonly #call: CommandCall;
  readonly #terminal: Terminal;
  #database: NamedDatabase;
  #names: Promise<KnownNames>;
  #format: RowFormat | undefined;
  #isTimed = false;
  /** Lines of an unfinished statement. */
  #lines: string[] = [];
  #running: AbortController | null = null;

  constructor(session: Session, database: NamedDatabase, call: CommandCall) {
    this.#session = session;
    this.#call = call;
    this.#terminal = call.terminal;
    this.#database = database;
    if (call.values.flag('json')) this.#format = 'json';
    this.#names = this.#readNames();
  }

  async run(): Promise<number> {
    const { historyPath } = this.#call.environment;
    const lines = createInterface({
      input: process.stdin,
      output: process.stdout,
      terminal: this.#terminal.isTyped && this.#terminal.isTerminal,
      history: readHistory(historyPath),
      historySize: 1000,
      completer: (line: string, done: (error: null, found: [string[], string]) => void) => {
        this.#names.then((names) => done(null, wordsFor(names, line)));
      },
    });
    lines.on('history', (history: string[]) => writeHistory(historyPath, history));
    lines.on('SIGINT', () => this.#interrupt(lines));
    if (this.#terminal.isTyped)
      this.#terminal.say(
        `'${shown(this.#database.name)}' at ${this.#session.url}; \\? says what there is`,
      );
    let failed = false;
    this.#prompt(lines);
    for await (const line of lines) {
      if (this.#lines.length === 0 && /^\s*(\\q|quit;?|exit;?)\s*$/i.test(line)) break;
      const isFine = await this.#take(line);
      failed ||= !isFine;
      // A script stops at a failure; a person at a terminal continues.
      if (!isFine && !this.#terminal.isTyped) break;
      this.#prompt(lines);
    }
    const rest = this.#lines.join('\n').trim();
    if (rest !== '' && !failed && !this.#terminal.isTyped)
      failed = !(await this.#guarded(() => this.#query(rest)));
    lines.close();
    return failed && !this.#terminal.isTyped ? 1 : 0;
  }

  #prompt(lines: Interface): void {
    lines.setPrompt(
      this.#terminal.isTyped
        ? this.#lines.length === 0
          ? `${shown(this.#database.name)}> `
          : '   ...> '
        : '',
    );
    lines.prompt();
  }

  /** Cancels the running statement; without one, clears the typed lines. */
  #interrupt(lines: Interface): void {
    if (this.#running !== null) {
      this.#running.abort(new Error('cancelled'));
      return;
    }
    this.#lines = [];
    process.stdout.write('\n');
    // Clears the present line too.
    lines.write(null, { ctrl: true, name: 'u' });
    this.#prompt(lines);
  }

  /** Returns false after a failure. */
  async #take(line: string): Promise<boolean> {
    if (this.#lines.length === 0 && line.trimStart().startsWith('\\')) {
      const [command = '', ...words] = line.trim().split(/\s+/);
      return this.#guarded(() => this.#command(command, words.join(' ')));
    }
    if (this.#lines.length === 0 && line.trim() === '') return true;
    this.#lines.push(line);
    if (!line.trimEnd().endsWith(';')) return true;
    const sql = this.#lines.join('\n');
    this.#lines = [];
    return this.#guarded(() => this.#query(sql));
  }

  async #query(sql: string): Promise<void> {
    const abort = new AbortController();
    this.#running = abort;
    const began = performance.now();
    try {
      const query = this.#database.query(sql, { signal: abort.signal });
      await writeRows(this.#terminal, query, { format: this.#format });
      if (this.#isTimed) this.#terminal.say(`${Math.round(performance.now() - began)} ms`);
    } finally {
      this.#running = null;
    }
  }

  async #command(command: string, word: string): Promise<void> {
    switch (command) {
      case '\\d':
        return this.#query(word === '' ? 'SHOW TABLES' : `DESCRIBE ${word.replace(/;$/, '')}`);
      case '\\c':
        this.#database = await this.#session.database(word === '' ? undefined : word);
        this.#names = this.#readNames();
        return;
      case '\\f':
        this.#format = rowFormats.find(
          (format) => format === word && format !== 'parquet' && format !== 'arrow',
        );
        if (this.#format === undefined)
          throw new UsageError('\\f takes table, csv, json, ndjson or md');
        return;
      case '\\timing':
        this.#isTimed = !this.#isTimed;
        return this.#terminal.say(`timing is ${this.#isTimed ? 'on' : 'off'}`);
      case '\\refresh':
        this.#names = this.#readNames();
        return;
      case '\\?':
        return this.#terminal.say(help);
      default:
        throw new UsageError(`there is no ${command}; \\? says what there is`);
    }
  }

  async #guarded(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const isTold =
        error instanceof QuernError ||
        error instanceof UsageError ||
        (error instanceof Error && error.message === 'cancelled');
      if (!isTold) throw error;
      this.#terminal.say(error.message.split('\n').map(shown).join('\n'));
      return false;
    }
  }

  /** Completion without names is no reason to fail. */
  #readNames(): Promise<KnownNames> {
    return knownNames(this.#session.client, this.#database.id).catch(() => ({
      tables: [],
      columns: new Map(),
    }));
  }
}

function readHistory(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

/** Readable by its owner only: statements reveal interests. */
function writeHistory(path: string, history: readonly string[]): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${history.join('\n')}\n`, { mode: 0o600 });
    chmodSync(path, 0o600);
  } catch {
    // A shell without history is a shell.
  }
}

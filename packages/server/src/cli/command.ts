import type { ParseArgsConfig } from 'node:util';
import type { ClientEnvironment } from '../config/client-environment.ts';
import type { Session, SessionChoice } from './session.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** A user command, which works over the client like any other program. */
export interface Command {
  readonly name: string;
  /** Half a line. */
  readonly summary: string;
  readonly usage: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Gives the exit code. */
  run(call: CommandCall): Promise<number>;
}

export interface CommandCall {
  readonly values: Values;
  readonly positionals: readonly string[];
  readonly terminal: Terminal;
  readonly environment: ClientEnvironment;
  readonly choice: SessionChoice;
  /** Opened with the first call. */
  readonly session: () => Session;
}

type Parsed = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** The parsed options and arguments of a command line. */
export class Values {
  readonly #parsed: Parsed;

  constructor(parsed: Parsed) {
    this.#parsed = parsed;
  }

  text(name: string): string | undefined {
    const value = this.#parsed[name];
    return typeof value === 'string' ? value : undefined;
  }

  texts(name: string): string[] {
    const value = this.#parsed[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  flag(name: string): boolean {
    return this.#parsed[name] === true;
  }

  /** A whole number of 0 or more. */
  count(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^\d{1,15}$/.test(text))
      throw new UsageError(`--${name} takes a whole number, not '${text}'`);
    return Number(text);
  }
}

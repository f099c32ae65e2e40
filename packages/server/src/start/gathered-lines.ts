/** The property makes pino report the level of each line to the stream. */
const wantsLevels: unique symbol = Symbol.for('pino.metadata');
/** The level of a warning, as pino counts. */
const urgentLevel = 40;
/** The longest wait of a line for more lines. */
const waitMs = 50;
const maxCharacters = 16 * 2 ** 10;

/**
 * Gathers log lines, several in one write: a write for each request wakes the reader each time, at
 * a tenth of the CPU of a small request. A warning or an error goes at once, after all earlier
 * lines. A killed process loses up to 50 ms of lines.
 */
export class GatheredLines {
  readonly [wantsLevels] = true;
  /** The level of the next line; set by pino. */
  lastLevel = 0;
  readonly #out: (text: string) => void;
  #lines = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(out: (text: string) => void) {
    this.#out = out;
  }

  write(line: string): void {
    this.#lines += line;
    if (this.lastLevel >= urgentLevel || this.#lines.length > maxCharacters) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), waitMs).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = '';
    if (lines !== '') this.#out(lines);
  }
}

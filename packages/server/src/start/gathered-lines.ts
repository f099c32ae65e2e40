/** With it pino tells a stream the level of each line. */
const wantsLevels: unique symbol = Symbol.for('pino.metadata');
/** The level of a warning, as pino counts. */
const urgentLevel = 40;
/** How long a line waits for others. */
const waitMs = 50;
const maxCharacters = 16 * 2 ** 10;

/**
 * Log lines on their way out, several in one write: a line for each request wakes whoever reads
 * them each time, a tenth of what a small request takes. A warning or an error goes at once, with
 * all before it; what is killed meanwhile takes 50 ms of lines with it.
 */
export class GatheredLines {
  readonly [wantsLevels] = true;
  /** Of the line that comes next; set by pino. */
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

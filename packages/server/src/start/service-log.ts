import { type Logger, pino } from 'pino';
import { shown } from '../cli/table-text.ts';
import { GatheredLines } from './gathered-lines.ts';

/** JSON lines, or, on a terminal, lines for people: the same events in fewer words. */
export function openServiceLog(level: string, isTerminal: boolean, hasColours: boolean): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!isTerminal) {
    const out = pino.destination({ dest: 1, sync: true });
    const lines = new GatheredLines((text) => out.write(text));
    process.on('exit', () => lines.flush());
    return pino(options, lines);
  }
  const write = (json: string) => {
    const line = personalLine(JSON.parse(json) as LogEntry, level === 'debug', hasColours);
    if (line !== null) process.stdout.write(`${line}\n`);
  };
  return pino(options, { write });
}

type LogEntry = Readonly<Record<string, unknown>> & {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
};

/** A slower request is logged. */
const slowMs = 1000;

/**
 * `12:01:02 warn  a load holds the table  table=people`. Null for lines without news:
 * fast successful requests, and the address, which the greeting contains.
 */
export function personalLine(
  entry: LogEntry,
  isWhole: boolean,
  hasColours: boolean,
): string | null {
  const { level, time, msg = '', err, ...fields } = entry;
  const isRequest = msg === 'request';
  const isFine = Number(fields.status) < 400 && Number(fields.duration_ms) < slowMs;
  if (!isWhole && ((isRequest && isFine) || msg === 'listening')) return null;
  const paint = (code: string, text: string) =>
    hasColours ? `\u001b[${code}m${text}\u001b[0m` : text;
  const name =
    level >= 50
      ? paint('31', 'error')
      : level >= 40
        ? paint('33', 'warn ')
        : level >= 30
          ? paint('36', 'info ')
          : 'debug';
  const words = isRequest ? requestWords(fields) : [shown(msg), ...fieldWords(fields)];
  const error = errorText(err);
  const start = `${paint('2', time.slice(11, 19))} ${name} ${words.join('  ')}`;
  return error === null ? start : `${start}\n${error.replace(/^/gm, '    ')}`;
}

function requestWords({
  method,
  path,
  status,
  duration_ms: ms,
  error_code: code,
  request_id: id,
}: Readonly<Record<string, unknown>>): string[] {
  const words = [`${method} ${path}`, `${status}`, `${Math.round(Number(ms))} ms`];
  return [...words, ...(code === undefined ? [] : [String(code), String(id)])].map(shown);
}

function fieldWords(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).map(
    ([name, value]) =>
      `${name}=${shown(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
}

function errorText(err: unknown): string | null {
  if (typeof err !== 'object' || err === null) return null;
  const { stack, message } = err as { stack?: unknown; message?: unknown };
  return String(stack ?? message ?? '')
    .split('\n')
    .map(shown)
    .join('\n');
}

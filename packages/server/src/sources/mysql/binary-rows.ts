/**
 * Runs a prepared statement and decodes binary rows directly from the socket, by MySQL's protocol
 * (dev.mysql.com, "Binary Protocol Resultset"; mariadb.com/kb, "Result set packets"). `mysql2` only
 * signs in: its parsers make an object of every row.
 */
import type { Socket } from 'node:net';
import { SourceError } from '../source-error.ts';
import type { StagingWriter } from '../staging/staging-writer.ts';
import { decodeField, malformed, readLength, type ValueDecoder } from './decoders.ts';

const Command = { prepare: 0x16, execute: 0x17 } as const;
const okHead = 0x00;
const endHead = 0xfe;
const errorHead = 0xff;
/** A packet of this length continues in the next packet. */
const fullPacket = 0xffffff;
const packetHeader = 4;
const longRowBytes = 64 * 1024;

export interface SentColumn {
  readonly type: number;
  readonly isUnsigned: boolean;
}

/** Progress of the answer; each state names the next expected packet. */
type State = 'prepared' | 'columns' | 'count' | 'definitions' | 'rows' | 'ended';

export interface BinaryRowsOptions {
  readonly stream: Socket;
  readonly sql: string;
  readonly writer: StagingWriter;
  /**
   * Returns a decoder for each column as sent by the server; throws if a column differs from the
   * plan.
   */
  readonly decoders: (columns: readonly SentColumn[]) => readonly ValueDecoder[];
  readonly onChunk: (bytes: number) => void;
}

/**
 * Runs the statement on a stream that nobody else uses afterwards. Rejects with SourceErrors, and
 * with server errors in mysql2's form.
 */
export function readBinaryRows(options: BinaryRowsOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const { stream } = options;
    const reader = new RowReader(options, (error) => {
      stream.removeAllListeners('data');
      if (error === undefined) resolve();
      else reject(error);
    });
    stream.removeAllListeners('data');
    stream.on('data', (chunk: Buffer) => reader.receive(chunk));
    stream.once('close', () => reader.end({ code: 'PROTOCOL_CONNECTION_LOST' }));
    stream.resume();
    reader.start();
  });
}

class RowReader {
  readonly #options: BinaryRowsOptions;
  readonly #onEnd: (error?: unknown) => void;
  #state: State = 'prepared';
  #isDone = false;
  /** Number of the next packet: a server numbers the packets of an answer. */
  #sequence = 0;
  #bytes = 0;
  #statementId = 0;
  #statementColumns = 0;
  #columnCount = 0;
  #columns: SentColumn[] = [];
  #decoders: readonly ValueDecoder[] = [];
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #wantedBytes = 0;
  /** Bodies of packets that continue. */
  #parts: Buffer[] = [];

  constructor(options: BinaryRowsOptions, onEnd: (error?: unknown) => void) {
    this.#options = options;
    this.#onEnd = onEnd;
  }

  start(): void {
    this.#send(Command.prepare, Buffer.from(this.#options.sql, 'utf8'));
  }

  end(error?: unknown): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#onEnd(error);
  }

  receive(chunk: Buffer): void {
    if (this.#isDone) return;
    try {
      this.#bytes += chunk.length;
      this.#split(chunk);
      this.#options.onChunk(this.#bytes);
      if (this.#state === 'ended') this.end();
    } catch (error) {
      this.end(error);
      this.#options.stream.destroy();
    }
  }

  #send(command: number, body: Buffer): void {
    const head = Buffer.alloc(packetHeader + 1);
    head.writeUIntLE(body.length + 1, 0, 3);
    head[packetHeader] = command;
    this.#sequence = 1;
    this.#options.stream.write(Buffer.concat([head, body]));
  }

  #split(chunk: Buffer): void {
    let at = 0;
    while (this.#pendingBytes > 0 && at < chunk.length) {
      const taken = Math.min(chunk.length - at, this.#wantedBytes - this.#pendingBytes);
      this.#pending.push(chunk.subarray(at, at + taken));
      this.#pendingBytes += taken;
      at += taken;
      if (this.#pendingBytes < this.#wantedBytes) return;
      const whole = Buffer.concat(this.#pending, this.#pendingBytes);
      this.#wantedBytes = packetHeader + this.#lengthAt(whole, 0);
      if (whole.length < this.#wantedBytes) this.#pending = [whole];
      else {
        this.#pending = [];
        this.#pendingBytes = 0;
        this.#packet(whole, packetHeader, whole.length);
      }
    }
    while (at + packetHeader <= chunk.length) {
      const end = at + packetHeader + this.#lengthAt(chunk, at);
      if (end > chunk.length) break;
      this.#packet(chunk, at + packetHeader, end);
      at = end;
    }
    if (at === chunk.length) return;
    this.#pending = [chunk.subarray(at)];
    this.#pendingBytes = chunk.length - at;
    this.#wantedBytes =
      this.#pendingBytes < packetHeader ? packetHeader : packetHeader + this.#lengthAt(chunk, at);
  }

  /** The sequence number exposes malformed data, whose length would otherwise be waited for. */
  #lengthAt(bytes: Buffer, at: number): number {
    if (bytes[at + packetHeader - 1] !== this.#sequence) throw malformed();
    return bytes.readUIntLE(at, 3);
  }

  #packet(bytes: Buffer, start: number, end: number): void {
    this.#sequence = (this.#sequence + 1) & 0xff;
    const goesOn = end - start === fullPacket;
    if (!goesOn && this.#parts.length === 0) {
      this.#message(bytes, start, end);
      return;
    }
    this.#parts.push(Buffer.from(bytes.subarray(start, end)));
    if (goesOn) return;
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#message(whole, 0, whole.length);
  }

  #message(bytes: Buffer, start: number, end: number): void {
    if (end <= start || this.#state === 'ended') throw malformed();
    const head = bytes[start];
    if (head === errorHead && end - start >= 3) throw serverError(bytes.subarray(start, end));
    if (this.#state === 'rows') {
      if (head === okHead) this.#row(bytes, start, end);
      else if (head === endHead && end - start < 9) this.#state = 'ended';
      else throw malformed();
      return;
    }
    const isEnd = head === endHead && end - start < 9;
    this.#state = this.#next(bytes, start, end, isEnd);
  }

  #next(bytes: Buffer, start: number, end: number, isEnd: boolean): State {
    switch (this.#state) {
      case 'prepared':
        return this.#prepared(bytes, start, end);
      case 'columns':
        if (!isEnd) return this.#state;
        return this.#execute();
      case 'count':
        this.#columnCount = readLength(bytes, start, end).value;
        if (this.#columnCount !== this.#statementColumns) throw malformed();
        return 'definitions';
      default:
        if (!isEnd) {
          this.#columns.push(columnOf(bytes, start, end));
          if (this.#columns.length > this.#columnCount) throw malformed();
          return 'definitions';
        }
        if (this.#columns.length !== this.#columnCount) throw malformed();
        this.#decoders = this.#options.decoders(this.#columns);
        return 'rows';
    }
  }

  #prepared(bytes: Buffer, start: number, end: number): State {
    if (bytes[start] !== okHead || end - start < 12) throw malformed();
    this.#statementId = bytes.readUInt32LE(start + 1);
    this.#statementColumns = bytes.readUInt16LE(start + 5);
    if (this.#statementColumns === 0 || bytes.readUInt16LE(start + 7) !== 0) throw malformed();
    return 'columns';
  }

  #execute(): State {
    const body = Buffer.alloc(9);
    body.writeUInt32LE(this.#statementId, 0);
    // Flags 0: no cursor, so rows stream. One execution.
    body.writeUInt32LE(1, 5);
    this.#send(Command.execute, body);
    return 'count';
  }

  /** A header, a bitmap of nulls that begins at the third bit, then the values. */
  #row(bytes: Buffer, start: number, end: number): void {
    const decoders = this.#decoders;
    const { writer } = this.#options;
    const bitmap = start + 1;
    let at = bitmap + ((decoders.length + 9) >> 3);
    if (at > end) throw malformed();
    for (let index = 0; index < decoders.length; index += 1) {
      const column = writer.columns[index];
      const decoder = decoders[index];
      if (!column || !decoder) throw malformed();
      const bit = index + 2;
      if (((bytes[bitmap + (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0) column.markNull();
      else at = decodeField(decoder, column, bytes, at, end);
    }
    if (at !== end) throw malformed();
    writer.endRow(end - start > longRowBytes);
  }
}

/** Type and flags are at a fixed distance from the end, after names that are not needed. */
function columnOf(bytes: Buffer, start: number, end: number): SentColumn {
  const fixed = 12;
  if (end - start <= fixed || bytes[end - fixed - 1] !== 0x0c) {
    throw new SourceError(
      'source_failed',
      'The server describes a column in a form that is not MySQL’s',
    );
  }
  const type = bytes[end - 6] ?? 0;
  const isUnsigned = ((bytes[end - 5] ?? 0) & 0x20) !== 0;
  return { type, isUnsigned };
}

/** ERR packet: number, SQLSTATE after a marker, and message. */
function serverError(message: Buffer): object {
  const hasState = message[3] === 0x23 && message.length >= 9;
  return {
    errno: message.readUInt16LE(1),
    code: 'server',
    ...(hasState && { sqlState: message.toString('latin1', 4, 9) }),
    sqlMessage: message.toString('utf8', hasState ? 9 : 3),
  };
}

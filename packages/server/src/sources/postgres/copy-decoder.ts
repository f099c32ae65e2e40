/**
 * Decodes COPY's binary format from the socket into staging columns. `pg` makes an object of every
 * row's message, so its listener receives all messages but the rows.
 */
import type { Socket } from 'node:net';
import type { SourceError } from '../source-error.ts';
import type { StagingWriter } from '../staging/staging-writer.ts';
import { type Decode, int32At, malformed, uint16At } from './decoders.ts';

const copyData = 0x64;
/** Type and length of a message. */
const headerBytes = 5;
/** 'PGCOPY\n\xff\r\n\0', flags and the length of an extension. */
const signature = Buffer.from('5047434f50590aff0d0a00', 'hex');
const longRowBytes = 64 * 1024;
const noMoreRows = 0xffff;

type Listener = (chunk: Buffer) => void;

export class CopyDecoder {
  /** Bytes of rows so far. */
  bytes = 0;
  /** Why decoding ended before the server did; the stream is destroyed then. */
  error: SourceError | unknown;
  readonly #stream: Socket;
  readonly #writer: StagingWriter;
  readonly #decoders: readonly Decode[];
  readonly #listeners: Listener[];
  readonly #onChunk: (bytes: number) => void;
  #begun = false;
  #ended = false;
  /** The received part of a message, and the total size of the message. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #wantedBytes = 0;

  /**
   * `onChunk` receives the number of row bytes in a chunk. Several decoders may fill one writer,
   * because a row is added whole. Takes over the stream between two answers of the server;
   * `release` returns the stream.
   */
  constructor(
    stream: Socket,
    writer: StagingWriter,
    decoders: readonly Decode[],
    onChunk: (bytes: number) => void,
  ) {
    this.#stream = stream;
    this.#writer = writer;
    this.#decoders = decoders;
    this.#onChunk = onChunk;
    this.#listeners = stream.listeners('data') as Listener[];
    stream.removeAllListeners('data');
    stream.on('data', this.#receive);
  }

  release(): void {
    this.#stream.off('data', this.#receive);
    for (const listener of this.#listeners) this.#stream.on('data', listener);
  }

  readonly #receive = (chunk: Buffer): void => {
    if (this.error !== undefined) return;
    try {
      const before = this.bytes;
      this.#split(chunk);
      this.#onChunk(this.bytes - before);
    } catch (error) {
      this.error = error;
      this.#stream.destroy();
    }
  };

  /** Splits the stream into messages, whatever the boundaries of chunks. */
  #split(chunk: Buffer): void {
    let at = 0;
    while (this.#pendingBytes > 0 && at < chunk.length) {
      const taken = Math.min(chunk.length - at, this.#missingBytes());
      this.#pending.push(chunk.subarray(at, at + taken));
      this.#pendingBytes += taken;
      at += taken;
      if (this.#pendingBytes < this.#wantedBytes) return;
      const whole = Buffer.concat(this.#pending, this.#pendingBytes);
      this.#wantedBytes = messageBytes(whole, 0);
      if (whole.length < this.#wantedBytes) this.#pending = [whole];
      else {
        this.#pending = [];
        this.#pendingBytes = 0;
        this.#message(whole, 0, whole.length);
      }
    }
    while (at + headerBytes <= chunk.length) {
      const length = messageBytes(chunk, at);
      if (at + length > chunk.length) break;
      this.#message(chunk, at, at + length);
      at += length;
    }
    if (at === chunk.length) return;
    this.#pending = [chunk.subarray(at)];
    this.#pendingBytes = chunk.length - at;
    this.#wantedBytes = this.#pendingBytes < headerBytes ? headerBytes : messageBytes(chunk, at);
  }

  #missingBytes(): number {
    return this.#wantedBytes - this.#pendingBytes;
  }

  #message(bytes: Buffer, at: number, end: number): void {
    if (bytes[at] === copyData) this.#rows(bytes, at + headerBytes, end);
    else for (const listener of this.#listeners) listener(bytes.subarray(at, end));
  }

  /** A message has whole rows; every PostgreSQL sends one row per message. */
  #rows(bytes: Buffer, start: number, end: number): void {
    this.bytes += end - start;
    let at = this.#begun ? start : this.#begin(bytes, start, end);
    const decoders = this.#decoders;
    const columns = this.#writer.columns;
    while (at < end) {
      if (at + 2 > end || this.#ended) throw malformed();
      const count = uint16At(bytes, at);
      const rowStart = at;
      at += 2;
      if (count === noMoreRows) {
        this.#ended = true;
        continue;
      }
      if (count !== decoders.length) throw malformed();
      for (let index = 0; index < count; index += 1) {
        if (at + 4 > end) throw malformed();
        const length = int32At(bytes, at);
        at += 4;
        const column = columns[index];
        const decode = decoders[index];
        if (!column || !decode) throw malformed();
        if (length < 0) {
          column.markNull();
          continue;
        }
        if (at + length > end) throw malformed();
        if (column.type.kind !== 'list') column.mark();
        decode(column, bytes, at, length);
        at += length;
      }
      this.#writer.endRow(at - rowStart > longRowBytes);
    }
  }

  #begin(bytes: Buffer, start: number, end: number): number {
    const at = start + signature.length + 8;
    if (at > end || !bytes.subarray(start, start + signature.length).equals(signature))
      throw malformed();
    this.#begun = true;
    const extension = int32At(bytes, at - 4);
    if (extension < 0 || at + extension > end) throw malformed();
    return at + extension;
  }
}

/** The size of the message at `at`: one byte, and the length after the byte. */
function messageBytes(bytes: Buffer, at: number): number {
  const length = int32At(bytes, at + 1);
  if (length < 4) throw malformed();
  return length + 1;
}

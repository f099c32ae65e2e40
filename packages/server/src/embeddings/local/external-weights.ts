/**
 * The weight files that an ONNX graph names. An entry with the key `location` names each file
 * (StringStringEntryProto of onnx.proto: key is field 1, value field 2). The search runs over the
 * bytes, since a graph may have 2 GB.
 */
export class ExternalWeights {
  readonly #names = new Set<string>();
  /** The unread end of a part: an entry may continue in the next part. */
  #left: Buffer = Buffer.alloc(0);

  get names(): readonly string[] {
    return [...this.#names];
  }

  read(part: Buffer): void {
    const bytes = Buffer.concat([this.#left, part]);
    let from = 0;
    for (;;) {
      const at = bytes.indexOf(entry, from);
      if (at < 0) break;
      const value = valueAt(bytes, at + entry.length);
      if (value === 'unfinished') {
        this.#left = bytes.subarray(at);
        return;
      }
      if (value !== null) this.#names.add(value);
      from = at + entry.length;
    }
    this.#left = bytes.subarray(Math.max(from, bytes.length - entry.length));
  }
}

const entry = Buffer.from('\n\u0008location\u0012', 'latin1');
const maxNameLength = 4_096;

/** The text of a length of one or two bytes; null if the text is no file name. */
function valueAt(bytes: Buffer, at: number): string | 'unfinished' | null {
  const [low, high] = [bytes[at], bytes[at + 1]];
  if (low === undefined || high === undefined) return 'unfinished';
  const isLong = low >= 128;
  const length = isLong ? (low & 127) + high * 128 : low;
  if (length === 0 || length > maxNameLength) return null;
  const start = at + (isLong ? 2 : 1);
  if (start + length > bytes.length) return 'unfinished';
  return bytes.toString('utf8', start, start + length);
}

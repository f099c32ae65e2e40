/**
 * Where an upload stands; plain JSON, good for as long as the service keeps the session (a day).
 */
export interface UploadState {
  readonly uploadId: string;
  readonly finalizeToken: string;
  readonly sizeBytes: number | null;
  /** Where to PUT the whole; null of an upload in parts. */
  readonly url: string | null;
  readonly partSize: number;
  /** What is there; the whole counts as part 1. */
  readonly parts: readonly SentPart[];
}

export interface SentPart {
  readonly part_number: number;
  readonly e_tag: string;
  /** Of its bytes, in hexadecimal; what goes on later is compared with it. */
  readonly sha256?: string | undefined;
}

/** An upload session, and what has been sent of it. */
export class UploadSession {
  readonly uploadId: string;
  readonly finalizeToken: string;
  readonly sizeBytes: number | null;
  readonly url: string | null;
  readonly partSize: number;
  readonly #urls: Map<number, string>;
  readonly #sent: Map<number, SentPart>;

  constructor(state: UploadState, urls: readonly string[]) {
    this.uploadId = state.uploadId;
    this.finalizeToken = state.finalizeToken;
    this.sizeBytes = state.sizeBytes;
    this.url = state.url;
    this.partSize = state.partSize;
    this.#urls = new Map(urls.map((url, index) => [index + 1, url]));
    this.#sent = new Map(state.parts.map((part) => [part.part_number, part]));
    for (const number of this.#sent.keys()) this.sentBytes += this.#bytesOf(number);
  }

  /** Of a part of a known size: the last one is shorter. */
  #bytesOf(number: number): number {
    const { sizeBytes, partSize, url } = this;
    if (sizeBytes === null) return partSize;
    return url === null ? Math.min(partSize, sizeBytes - (number - 1) * partSize) : sizeBytes;
  }

  readonly hasPart = (number: number): boolean => this.#sent.has(number);

  /** Of the parts that are there. */
  sentBytes = 0;

  /** Each address is given once: whoever needs another mints it. */
  takeUrl(number: number): string | undefined {
    const url = this.#urls.get(number);
    this.#urls.delete(number);
    return url;
  }

  putUrl(number: number, url: string): void {
    this.#urls.set(number, url);
  }

  sent(part: SentPart, bytes: number): void {
    this.#sent.set(part.part_number, part);
    this.sentBytes += bytes;
  }

  get parts(): SentPart[] {
    return [...this.#sent.values()].sort((a, b) => a.part_number - b.part_number);
  }

  /** Where the bytes of a part are in the whole. */
  placeOf(number: number): readonly [start: number, end: number] {
    const start = this.url === null ? (number - 1) * this.partSize : 0;
    return [start, start + this.#bytesOf(number)];
  }

  state(): UploadState {
    const { uploadId, finalizeToken, sizeBytes, url, partSize, parts } = this;
    return { uploadId, finalizeToken, sizeBytes, url, partSize, parts };
  }
}

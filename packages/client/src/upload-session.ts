/** State of an upload as plain JSON, valid as long as the service keeps the session (a day). */
export interface UploadState {
  readonly uploadId: string;
  readonly finalizeToken: string;
  readonly sizeBytes: number | null;
  /** Address for a PUT of the whole; null for an upload in parts. */
  readonly url: string | null;
  readonly partSize: number;
  /** Parts at the service; a whole upload counts as part 1. */
  readonly parts: readonly SentPart[];
}

export interface SentPart {
  readonly part_number: number;
  readonly e_tag: string;
  /**
   * Digest of the part's bytes in hexadecimal; a resumed upload compares the source with the
   * digest.
   */
  readonly sha256?: string | undefined;
}

/** An upload session with the parts sent so far. */
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

  /** Size of a part; the last part is shorter. */
  #bytesOf(number: number): number {
    const { sizeBytes, partSize, url } = this;
    if (sizeBytes === null) return partSize;
    return url === null ? Math.min(partSize, sizeBytes - (number - 1) * partSize) : sizeBytes;
  }

  readonly hasPart = (number: number): boolean => this.#sent.has(number);

  /** Bytes of the parts at the service. */
  sentBytes = 0;

  /** An address is returned once; the next caller asks the service for another. */
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

  /** Byte range of a part in the whole. */
  placeOf(number: number): readonly [start: number, end: number] {
    const start = this.url === null ? (number - 1) * this.partSize : 0;
    return [start, start + this.#bytesOf(number)];
  }

  state(): UploadState {
    const { uploadId, finalizeToken, sizeBytes, url, partSize, parts } = this;
    return { uploadId, finalizeToken, sizeBytes, url, partSize, parts };
  }
}

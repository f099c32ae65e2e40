import { MultipartMissingError } from './object-store.ts';

/**
 * The right to write into one slot. Taken back by `SlotClaims.close`, which waits for the step that
 * is under way.
 */
export class SlotClaim {
  /** Gives the slot free for other PUTs. */
  readonly release: () => void;
  #isRevoked = false;
  #step: Promise<unknown> = Promise.resolve();

  constructor(release: () => void) {
    this.release = release;
  }

  /** Runs one step on the slot; throws `MultipartMissingError` once the claim was taken back. */
  async run(step: () => Promise<void>): Promise<void> {
    if (this.#isRevoked) throw new MultipartMissingError('the multipart upload is being completed');
    const running = step();
    this.#step = running.catch(() => {});
    await running;
  }

  async revoke(): Promise<void> {
    this.#isRevoked = true;
    await this.#step;
  }
}

interface UploadClaims {
  readonly byPart: Map<number, SlotClaim>;
  /** The upload is being completed: no claim is given. */
  isClosed: boolean;
}

/**
 * Who may write into which slot of the multipart uploads of this process: one PUT a slot, and
 * nobody while an upload is being completed. The file of the slots becomes the object, so a late
 * write would change an object.
 */
export class SlotClaims {
  readonly #uploads = new Map<string, UploadClaims>();

  /** Null where another PUT has the slot or the upload is being completed. */
  claim(multipartId: string, partNumber: number): SlotClaim | null {
    const upload = this.#of(multipartId);
    if (upload.isClosed || upload.byPart.has(partNumber)) return null;
    const claim = new SlotClaim(() => {
      if (upload.byPart.get(partNumber) === claim) upload.byPart.delete(partNumber);
      this.#forgetIdle(multipartId);
    });
    upload.byPart.set(partNumber, claim);
    return claim;
  }

  /** Takes all claims back and gives none until `reopen`. */
  async close(multipartId: string): Promise<void> {
    const upload = this.#of(multipartId);
    upload.isClosed = true;
    await Promise.all([...upload.byPart.values()].map((claim) => claim.revoke()));
  }

  reopen(multipartId: string): void {
    this.#of(multipartId).isClosed = false;
    this.#forgetIdle(multipartId);
  }

  #of(multipartId: string): UploadClaims {
    const upload = this.#uploads.get(multipartId) ?? {
      byPart: new Map<number, SlotClaim>(),
      isClosed: false,
    };
    this.#uploads.set(multipartId, upload);
    return upload;
  }

  #forgetIdle(multipartId: string): void {
    const upload = this.#uploads.get(multipartId);
    if (upload && !upload.isClosed && upload.byPart.size === 0) this.#uploads.delete(multipartId);
  }
}

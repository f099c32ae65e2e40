import { MultipartMissingError } from './object-store.ts';

/**
 * The right to write into one slot. `SlotClaims.close` revokes the right, and waits for the step
 * under way.
 */
export class SlotClaim {
  /** Gives the slot free for other PUTs. */
  readonly release: () => void;
  #isRevoked = false;
  #step: Promise<unknown> = Promise.resolve();

  constructor(release: () => void) {
    this.release = release;
  }

  /** Runs one step on the slot; throws `MultipartMissingError` once the claim is revoked. */
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
 * The rights to write into slots of this process's multipart uploads: one PUT a slot, and nobody
 * during a completion. The file of slots becomes the object, so a late write would change an
 * object.
 */
export class SlotClaims {
  readonly #uploads = new Map<string, UploadClaims>();

  /** Claims a slot; null if another PUT has the slot or the upload is being completed. */
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

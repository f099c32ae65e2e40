import { createHash } from 'node:crypto';
import { PartError, type UploadedPart } from './object-store.ts';

/** S3's limits of multipart uploads, also the contract's (docs/contract/limits.md#uploads). */
export const minPartBytes = 5 * 2 ** 20;
export const maxPartNumber = 10_000;

export interface StoredPart extends UploadedPart {
  readonly sizeBytes: number;
}

/**
 * The first reason why `named` cannot be assembled from `stored`, or null. Both stores refuse with
 * these words.
 */
export function findPartProblem(
  named: readonly UploadedPart[],
  stored: readonly StoredPart[],
): PartError | null {
  const orderProblem = findOrderProblem(named);
  if (orderProblem) return orderProblem;
  const sizes = new Map(stored.map((part) => [identity(part), part.sizeBytes]));
  const numbers = new Set(stored.map((part) => part.partNumber));
  for (const [index, part] of named.entries()) {
    const { partNumber } = part;
    const sizeBytes = sizes.get(identity(part));
    if (sizeBytes === undefined && !numbers.has(partNumber)) {
      return missingPart(partNumber);
    }
    if (sizeBytes === undefined) {
      return new PartError(
        partNumber,
        `part ${partNumber} has another ETag than the one given; send the ETag of its last PUT`,
      );
    }
    if (index < named.length - 1 && sizeBytes < minPartBytes) {
      return new PartError(
        partNumber,
        `part ${partNumber} has ${sizeBytes} bytes; every part but the last needs at least ${minPartBytes}`,
      );
    }
  }
  return null;
}

export function missingPart(partNumber: number): PartError {
  return new PartError(partNumber, `part ${partNumber} is missing; upload it before finalizing`);
}

/**
 * The first error of the list itself: empty, a number out of range, or numbers that do not ascend.
 */
export function findOrderProblem(named: readonly UploadedPart[]): PartError | null {
  if (named.length === 0) return new PartError(1, 'part 1 is missing; name at least one part');
  let previous = 0;
  for (const { partNumber } of named) {
    if (!isPartNumber(partNumber)) {
      return new PartError(
        partNumber,
        `part ${partNumber} is not a number from 1 to ${maxPartNumber}`,
      );
    }
    if (partNumber <= previous) {
      return new PartError(
        partNumber,
        `part ${partNumber} is out of order; name each part once, in ascending order`,
      );
    }
    previous = partNumber;
  }
  return null;
}

export function isPartNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= maxPartNumber;
}

/**
 * The object's ETag as S3 makes it: MD5 of the parts' digests (MD5s in S3) and the number of parts.
 * Null if an ETag is no digest.
 */
export function multipartEtag(parts: readonly UploadedPart[]): string | null {
  const hash = createHash('md5');
  for (const part of parts) {
    const digest = bareEtag(part.etag);
    if (!/^([0-9a-f]{32}|[0-9a-f]{40})$/.test(digest)) return null;
    hash.update(digest, 'hex');
  }
  return `"${hash.digest('hex')}-${parts.length}"`;
}

/** Removes the double quotes of the ETag header. */
export function bareEtag(etag: string): string {
  return etag.replaceAll('"', '');
}

const identity = (part: UploadedPart) => `${part.partNumber}:${bareEtag(part.etag)}`;

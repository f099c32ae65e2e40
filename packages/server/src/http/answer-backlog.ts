import type { ServerResponse } from 'node:http';
import { overloaded } from '../kernel/errors.ts';
import { HeldCounts } from '../kernel/held-counts.ts';
import { maxUnreadBytes, maxUnreadWorkspaceBytes, stalledClientMs } from '../scope/limits.ts';

/**
 * Inline answers that clients have not read yet. The answers wait in this process's memory, as text
 * and as bytes: 80 clients that asked for 8 MiB each and read nothing took 1.4 GB.
 */
export class AnswerBacklog {
  readonly #heldBytes = new HeldCounts();
  #totalBytes = 0;

  /**
   * Throws 429 if the unread answers of the workspace, or of all workspaces, exceed their limit.
   */
  assertRoom(workspaceId: string): void {
    const heldBytes = this.#heldBytes.of(workspaceId);
    if (heldBytes <= maxUnreadWorkspaceBytes && this.#totalBytes <= maxUnreadBytes) return;
    throw overloaded(
      'too many answers are not read by their clients yet; read them, or try again in a moment',
    );
  }

  /** Counts an answer until the answer is sent or the connection is gone. */
  hold(workspaceId: string, sizeBytes: number, response: ServerResponse): void {
    this.#add(workspaceId, sizeBytes);
    response.once('close', () => this.#add(workspaceId, -sizeBytes));
  }

  #add(workspaceId: string, bytes: number): void {
    this.#heldBytes.add(workspaceId, bytes);
    this.#totalBytes += bytes;
  }
}

/**
 * Ends the connection of a client that reads nothing of its answer for a while. A client that waits
 * for the service stays connected.
 */
export function dropWhenStalled(response: ServerResponse, afterMs = stalledClientMs): void {
  response.setTimeout(afterMs, () => {
    if (response.writableLength > 0) response.destroy();
    else if (!response.writableFinished) response.socket?.setTimeout(afterMs);
  });
}

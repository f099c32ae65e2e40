import type { Readable } from 'node:stream';
import type { OperationId, RequestOf, ResponseOf } from '@quern/contract';
import type { Principal, Scope } from '../scope/principal.ts';

/** Operations outside any workspace: they see the principal only. */
type UnscopedId = Extract<OperationId, `workspaces.${string}` | `tokens.${string}`>;

/** Operations that anybody may ask for: the credential is in the body. */
type OpenId = Extract<OperationId, 'tokens.exchange' | 'tokens.redeemCode'>;

/**
 * A request whose credential, workspace and shape have been checked; what is left to check needs
 * the metadata.
 */
export interface OperationRequest<Id extends OperationId> {
  readonly principal: Id extends OpenId ? null : Principal;
  readonly scope: Id extends UnscopedId ? null : Scope;
  readonly params: RequestOf<Id>['params'];
  readonly query: RequestOf<Id>['query'];
  readonly body: RequestOf<Id>['body'];
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestId: string;
  /** The origin at which the caller reaches the service. */
  readonly publicUrl: string;
  /** Aborted when the caller goes away before the answer. */
  readonly signal: AbortSignal;
  /**
   * Throws 429 when too many answers wait for clients that do not read: called again as the work
   * begins, after any queue.
   */
  assertRoomForAnswer(): void;
  /** Fields for the request's log line (ids of what it made, timings in ms). */
  annotate(fields: Readonly<Record<string, string | number | boolean | null>>): void;
}

/**
 * An answer of the contract, or one whose bytes were made elsewhere (rows encoded by the engine).
 */
export type Reply<Id extends OperationId> = (ResponseOf<Id> | RawReply) & {
  readonly headers?: Readonly<Record<string, string>>;
};

export type RawReply =
  | { readonly status: number; readonly json: string }
  | { readonly status: number; readonly stream: Readable; readonly contentType: string };

/**
 * One endpoint's story: scope -> plan -> execute -> persist, or the part of it that the endpoint
 * needs. `Used` is the intersection of the services that the endpoint uses.
 */
export type Operation<Id extends OperationId, Used = object> = (
  services: Used,
  request: OperationRequest<Id>,
) => Promise<Reply<Id>>;

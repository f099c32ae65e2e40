import type { Readable } from 'node:stream';
import type { OperationId, RequestOf, ResponseOf } from '@quern/contract';
import type { Principal, Scope } from '../scope/principal.ts';

/** Operations outside any workspace, which get only the principal. */
type UnscopedId = Extract<OperationId, `workspaces.${string}` | `tokens.${string}`>;

/** Operations without a token: the credential is in the body. */
type OpenId = Extract<OperationId, 'tokens.exchange' | 'tokens.redeemCode'>;

/**
 * A request after checks of its credential, workspace and shape; all further checks need the
 * metadata.
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
  /** The origin under which the caller reaches the service. */
  readonly publicUrl: string;
  /** Aborted if the caller disconnects before the answer. */
  readonly signal: AbortSignal;
  /**
   * Throws 429 if too many answers wait for clients that do not read. Called again after any queue,
   * when the work begins.
   */
  assertRoomForAnswer(): void;
  /** Adds fields to the request's log line (new ids, timings in ms). */
  annotate(fields: Readonly<Record<string, string | number | boolean | null>>): void;
}

/** A response of the contract, or a response of raw bytes (rows encoded by the engine). */
export type Reply<Id extends OperationId> = (ResponseOf<Id> | RawReply) & {
  readonly headers?: Readonly<Record<string, string>>;
};

export type RawReply =
  | { readonly status: number; readonly json: string }
  | { readonly status: number; readonly stream: Readable; readonly contentType: string };

/**
 * The implementation of one endpoint: scope -> plan -> execute -> persist, as far as the endpoint
 * needs them. `Used` is the intersection of the services in use.
 */
export type Operation<Id extends OperationId, Used = object> = (
  services: Used,
  request: OperationRequest<Id>,
) => Promise<Reply<Id>>;

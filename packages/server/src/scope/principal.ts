/** The maker of a request, according to the token. Frozen; created once per request. */
export interface Principal {
  readonly tokenId: string;
  readonly kind: TokenKind;
  readonly organizationId: string;
  /** Null for an organization token. */
  readonly workspaceId: string | null;
  /** Set for a token limited to one database. */
  readonly databaseId: string | null;
  readonly readOnly: boolean;
  /** The request has a short-lived token in place of the issued token. */
  readonly isShortLived?: true;
  /** The `user_public_id` of query runs. */
  readonly userId: string;
}

export type TokenKind = 'organization' | 'workspace' | 'database';

/**
 * The reach of a request: one workspace, as one principal. Operations outside any workspace get the
 * principal alone.
 */
export interface Scope {
  readonly principal: Principal;
  readonly workspaceId: string;
}

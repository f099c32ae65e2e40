/** Who makes a request: what its token says. Frozen; made once per request. */
export interface Principal {
  readonly tokenId: string;
  readonly kind: TokenKind;
  readonly organizationId: string;
  /** null for an organization token. */
  readonly workspaceId: string | null;
  /** Set for a credential limited to one database. */
  readonly databaseId: string | null;
  readonly readOnly: boolean;
  /** By a short-lived token that stands for the token. */
  readonly isShortLived?: true;
  /** What `user_public_id` of a query run shows. */
  readonly userId: string;
}

export type TokenKind = 'organization' | 'workspace' | 'database';

/**
 * What a request may touch: one workspace, as one principal. Operations that belong to no workspace
 * get the principal only.
 */
export interface Scope {
  readonly principal: Principal;
  readonly workspaceId: string;
}

import type { Static } from 'typebox';
import { optional, responseBody, text } from './shapes.ts';

export const ApiErrorDetail = responseBody('ApiErrorDetail', {
  code: text('Machine code, one of a closed list'),
  message: text('A sentence that says what is wrong and what to do'),
  sqlstate: optional(text("PostgreSQL's code of what SQL raised: `23505`")),
});
export type ApiErrorDetail = Static<typeof ApiErrorDetail>;

/** Shape E1 (docs/contract/errors.md#body-shapes): every endpoint but the workspace ones. */
export const ApiErrorResponse = responseBody('ApiErrorResponse', { error: ApiErrorDetail });
export type ApiErrorResponse = Static<typeof ApiErrorResponse>;

/** Shape E2, for the workspace endpoints. The component is named `Error`. */
export const WorkspaceErrorResponse = responseBody('Error', {
  error: text('Machine code in snake_case, one of a closed list'),
});
export type WorkspaceErrorResponse = Static<typeof WorkspaceErrorResponse>;

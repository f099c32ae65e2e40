import type { Static } from 'typebox';
import { filledText, flag, listOf, optional, requestBody, responseBody, text } from './shapes.ts';

export const WorkspaceListItem = responseBody('WorkspaceListItem', {
  public_id: text(),
  name: text(),
  active: flag(),
  favorite: flag(),
  provision_status: text('`pending` just after creation, then `provisioned`'),
});
export type WorkspaceListItem = Static<typeof WorkspaceListItem>;

export const WorkspaceDetail = responseBody('WorkspaceDetail', {
  public_id: text(),
  name: text(),
  provision_status: text('`pending` just after creation, then `provisioned`'),
});
export type WorkspaceDetail = Static<typeof WorkspaceDetail>;

export const ListWorkspacesResponse = responseBody('ListWorkspacesResponse', {
  ok: flag(),
  workspaces: listOf(WorkspaceListItem),
});
export type ListWorkspacesResponse = Static<typeof ListWorkspacesResponse>;

export const CreateWorkspaceRequest = requestBody('CreateWorkspaceRequest', {
  name: filledText(255),
  organization_public_id: optional(text("Absent means the token's organization")),
});
export type CreateWorkspaceRequest = Static<typeof CreateWorkspaceRequest>;

export const CreateWorkspaceResponse = responseBody('CreateWorkspaceResponse', {
  ok: flag(),
  workspace: WorkspaceDetail,
});
export type CreateWorkspaceResponse = Static<typeof CreateWorkspaceResponse>;

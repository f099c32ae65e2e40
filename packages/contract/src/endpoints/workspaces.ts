import { defineEndpoints } from '../endpoint.ts';
import { optional, parameters, text } from '../schemas/shapes.ts';
import {
  CreateWorkspaceRequest,
  CreateWorkspaceResponse,
  ListWorkspacesResponse,
} from '../schemas/workspaces.ts';

export const workspaceEndpoints = defineEndpoints('Workspaces', {
  'workspaces.list': {
    method: 'GET',
    path: '/v1/workspaces',
    summary: 'List the workspaces of an organization',
    security: 'bearer',
    errorShape: 'workspace',
    permission: 'workspaces:read',
    query: parameters({
      organization_public_id: optional(text("The token's organization unless given")),
    }),
    responses: { 200: { description: 'The workspaces', schema: ListWorkspacesResponse } },
    errors: [
      { status: 401, codes: ['missing_authorization', 'invalid_token'], when: 'no valid token' },
      {
        status: 403,
        codes: ['forbidden'],
        when: 'a workspace token, or no member of the organization',
      },
      { status: 404, codes: ['organization_not_found'], when: 'no such organization' },
    ],
  },
  'workspaces.create': {
    method: 'POST',
    path: '/v1/workspaces',
    summary: 'Create a workspace',
    security: 'bearer',
    errorShape: 'workspace',
    permission: 'workspaces:create',
    body: { schema: CreateWorkspaceRequest, required: true },
    validationStatus: 422,
    responses: { 201: { description: 'Created', schema: CreateWorkspaceResponse } },
    errors: [
      { status: 400, codes: ['invalid_json'], when: 'the body is not JSON' },
      { status: 401, codes: ['missing_authorization', 'invalid_token'], when: 'no valid token' },
      { status: 403, codes: ['forbidden'], when: 'the token does not allow it' },
      { status: 404, codes: ['organization_not_found'], when: 'no such organization' },
      { status: 422, codes: ['validation_failed'], when: 'a field is missing or wrong' },
    ],
  },
  'workspaces.delete': {
    method: 'DELETE',
    path: '/v1/workspaces/{public_id}',
    summary: 'Delete a workspace; what belongs to it is removed in the background',
    security: 'bearer',
    errorShape: 'workspace',
    permission: 'workspaces:delete',
    responses: { 204: { description: 'Deleted' } },
    errors: [
      { status: 401, codes: ['missing_authorization', 'invalid_token'], when: 'no valid token' },
      { status: 403, codes: ['forbidden'], when: 'a workspace-scoped token' },
      {
        status: 404,
        codes: ['workspace_not_found'],
        when: 'no such workspace in an organization of the caller',
      },
    ],
  },
});

import type { Migration } from './migration.ts';

/** The runs of a workspace are listed newest first. */
export const runsOfAWorkspace: Migration = {
  version: 20,
  name: 'runs-of-a-workspace',
  async up({ trx }) {
    await trx.schema.dropIndex('query_runs_by_workspace').execute();
    await trx.schema
      .createIndex('query_runs_by_workspace')
      .on('query_runs')
      .columns(['workspace_id', 'created_at', 'id'])
      .execute();
  },
};

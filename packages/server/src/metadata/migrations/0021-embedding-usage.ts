import { createTable } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Requests to embedding providers, by workspace and minute. */
export const embeddingUsage: Migration = {
  version: 21,
  name: 'embedding usage',
  async up(context) {
    await createTable(context, 'embedding_usage', {
      columns: {
        workspace_id: 'text',
        minute: 'integer',
        text_count: 'integer',
        token_count: 'integer',
      },
      primaryKey: ['workspace_id', 'minute'],
      foreignKeys: [{ columns: ['workspace_id'], references: 'workspaces' }],
      indexes: { by_age: { columns: ['minute'] } },
    });
  },
};

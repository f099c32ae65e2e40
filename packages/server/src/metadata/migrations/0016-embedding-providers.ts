import { createTable } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Embedding providers and their vectors. */
export const embeddingProviders: Migration = {
  version: 16,
  name: 'embedding providers',
  async up(context) {
    await createTable(context, 'embedding_providers', {
      columns: {
        id: 'text',
        workspace_id: 'text',
        name: 'text',
        provider_type: 'text',
        config: 'json?',
        secret: 'json?',
        created_at: 'integer',
        updated_at: 'integer',
      },
      primaryKey: ['id'],
      foreignKeys: [{ columns: ['workspace_id'], references: 'workspaces' }],
      indexes: { by_name: { columns: ['workspace_id', 'name'], unique: true } },
    });
    await createTable(context, 'embedded_texts', {
      columns: {
        workspace_id: 'text',
        key: 'text',
        vector: 'bytes',
        size_bytes: 'integer',
        used_at: 'integer',
      },
      primaryKey: ['workspace_id', 'key'],
      foreignKeys: [{ columns: ['workspace_id'], references: 'workspaces' }],
      indexes: { by_use: { columns: ['workspace_id', 'used_at'] } },
    });
  },
};

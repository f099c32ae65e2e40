import { createTable } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Values of secrets, sealed; see secrets/secret-vault.ts. */
export const secrets: Migration = {
  version: 14,
  name: 'secrets',
  async up(context) {
    await createTable(context, 'secrets', {
      columns: {
        id: 'text',
        workspace_id: 'text',
        name: 'text',
        version: 'integer',
        key_id: 'text',
        wrapped_key: 'bytes',
        sealed_value: 'bytes',
        automatic: 'integer',
        created_at: 'integer',
        updated_at: 'integer',
      },
      primaryKey: ['id'],
      foreignKeys: [{ columns: ['workspace_id'], references: 'workspaces' }],
      indexes: { by_name: { columns: ['workspace_id', 'name'], unique: true } },
    });
  },
};

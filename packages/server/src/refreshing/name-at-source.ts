import type { LakeTable, TableName } from '../lake/model.ts';

/** The source's own name of the table, for drivers. */
export const nameAtSource = ({ schema, name, source }: LakeTable): TableName =>
  source?.from ?? { schema, table: name };

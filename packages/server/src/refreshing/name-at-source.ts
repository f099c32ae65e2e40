import type { LakeTable, TableName } from '../lake/model.ts';

/** What a driver is asked for: the table as its source calls it. */
export const nameAtSource = ({ schema, name, source }: LakeTable): TableName =>
  source?.from ?? { schema, table: name };

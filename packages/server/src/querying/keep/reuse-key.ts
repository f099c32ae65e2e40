import { hash } from 'node:crypto';
import { isRepeatable } from '../../plan/repeatable.ts';
import { tableOf } from '../see/database-view.ts';
import type { PlannedQuery } from '../understand/planned-query.ts';

/** The key of a reusable answer; null if the answer may differ each time. */
export function reuseKey(databaseId: string, query: PlannedQuery): string | null {
  const { statementKind, sql, declared } = query.plan;
  // Content of information_schema belongs to no table version.
  if (statementKind !== 'select' || declared !== null || !isRepeatable(sql)) return null;
  return queryKey(databaseId, query);
}

/** A query's key: database, text and table versions; a table without rows here has no version. */
export function queryKey(databaseId: string, { plan, view }: PlannedQuery): string {
  const { sql, defaultCatalog, defaultSchema } = plan;
  const tables = plan.tables.map((bound) => [
    bound.catalog,
    bound.schema,
    bound.table,
    bound.kind === 'table' ? (tableOf(view, bound).version?.id ?? null) : bound.resultId,
    ...(bound.kind === 'table'
      ? (tableOf(view, bound).generated ?? []).map(({ definitionId, state }) => [
          definitionId,
          state,
        ])
      : []),
  ]);
  const searches = [...(view.searches?.values() ?? [])].map(({ call, index, fused }) => [
    call,
    ...[index, fused?.index].map(
      (one) => one && [one.definition_id, one.built_version, one.updated_at],
    ),
  ]);
  const known = [
    databaseId,
    sql,
    plan.vectors ?? null,
    plan.exactColumns ?? null,
    defaultCatalog,
    defaultSchema,
    tables,
    searches,
  ];
  return hash('sha256', JSON.stringify(known), 'base64');
}

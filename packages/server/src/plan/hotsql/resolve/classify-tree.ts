import type { Classification } from '../../types.ts';
import { type Fields, fieldsOf, listOf, nameList, openNode, textOf } from '../read/tree.ts';
import { functionsNamed } from './catalog/postgres-catalog.ts';

interface Found {
  /**
   * Unread parts of the tree, each with the WITH queries in scope. A chain may be as deep as it is
   * long, so there is no recursion.
   */
  readonly pending: object[];
  readonly sights: Names[];
  readonly tables: Set<string>;
  readonly flags: Record<Exclude<keyof Classification, 'numTables'>, boolean>;
}

type Names = ReadonlySet<string>;

/**
 * The properties that a saved query records about its statement, from PostgreSQL's tree alone. No
 * table is known yet.
 */
export function classifyTree(select: Fields): Classification {
  const found: Found = {
    pending: [],
    sights: [],
    tables: new Set(),
    flags: {
      hasAggregation: false,
      hasGroupBy: false,
      hasJoin: false,
      hasLimit: false,
      hasOrderBy: false,
      hasPredicate: false,
      hasProjection: false,
      limitsToOne: false,
    },
  };
  visitSelect(select, new Set(), found);
  for (let next = found.pending.pop(); next !== undefined; next = found.pending.pop()) {
    visit(next, found.sights.pop() ?? new Set(), found);
  }
  return { numTables: found.tables.size, ...found.flags };
}

function visitSelect(select: Fields, outer: Names, found: Found): void {
  const { flags } = found;
  const own = listOf(fieldsOf(select, 'withClause') ?? {}, 'ctes').map((cte) =>
    textOf(openNode(cte).fields, 'ctename'),
  );
  const common = own.length === 0 ? outer : new Set([...outer, ...own]);
  if (listOf(select, 'groupClause').length > 0) flags.hasGroupBy = true;
  if (select.limitCount !== undefined || select.limitOffset !== undefined) flags.hasLimit = true;
  if (isOne(select.limitCount)) flags.limitsToOne = true;
  if (listOf(select, 'sortClause').length > 0) flags.hasOrderBy = true;
  if (select.whereClause !== undefined || select.havingClause !== undefined)
    flags.hasPredicate = true;
  if (listOf(select, 'fromClause').length > 1) flags.hasJoin = true;
  if (listOf(select, 'targetList').some((target) => !isStar(target))) flags.hasProjection = true;
  for (const [name, value] of Object.entries(select)) {
    // The sides of a set operation come without their kind.
    const isSide =
      (name === 'larg' || name === 'rarg') && typeof value === 'object' && value !== null;
    later(isSide ? { SelectStmt: value } : value, common, found);
  }
}

function later(value: unknown, common: Names, { pending, sights }: Found): void {
  if (typeof value !== 'object' || value === null) return;
  pending.push(value);
  sights.push(common);
}

function visit(value: object, common: Names, found: Found): void {
  if (Array.isArray(value)) {
    for (const item of value) later(item, common, found);
    return;
  }
  const node = value as Fields;
  for (const kind in node) {
    const inner = node[kind];
    if (typeof inner !== 'object' || inner === null) continue;
    const fields = inner as Fields;
    if (kind === 'SelectStmt') {
      visitSelect(fields, common, found);
      continue;
    }
    if (kind === 'JoinExpr') found.flags.hasJoin = true;
    if (kind === 'RangeVar') addTable(fields, common, found);
    if (
      kind === 'FuncCall' &&
      fields.over === undefined &&
      isAggregate(nameList(fields, 'funcname').at(-1) ?? '')
    ) {
      found.flags.hasAggregation = true;
    }
    later(inner, common, found);
  }
}

function addTable(table: Fields, common: Names, { tables }: Found): void {
  const parts = ['catalogname', 'schemaname', 'relname']
    .map((part) => textOf(table, part))
    .filter((part) => part !== '');
  if (parts.length > 1 || !common.has(parts[0] ?? '')) tables.add(JSON.stringify(parts));
}

const isAggregate = (name: string) =>
  functionsNamed(name).some(({ kind }) => kind !== 'scalar' && kind !== 'window');

function isStar(target: unknown): boolean {
  const { kind, fields } = openNode(openNode(target).fields.val);
  return kind === 'ColumnRef' && openNode(listOf(fields, 'fields').at(-1)).kind === 'A_Star';
}

function isOne(limit: unknown): boolean {
  if (limit === undefined) return false;
  const { kind, fields } = openNode(limit);
  return kind === 'A_Const' && fieldsOf(fields, 'ival')?.ival === 1;
}

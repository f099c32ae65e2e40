import type { TargetName, WriteStatement } from '../../statements/write-statement.ts';
import { parseStatements } from '../read/parser.ts';
import { prePass } from '../read/pre-pass.ts';
import { refuse, reject } from '../read/refusal.ts';
import {
  describeKind,
  type Fields,
  fieldsOf,
  flagOf,
  listOf,
  openNode,
  stringValue,
  textOf,
} from '../read/tree.ts';
import { readAlter, readRename } from './read-alter.ts';
import { readDefinition, type StatementText } from './read-definition.ts';
import { targetOf } from './target-of.ts';
import { writtenWidth } from './written-width.ts';

/** The tree of one statement, with the text that it was parsed from. */
export interface ParsedStatement {
  readonly kind: string;
  readonly fields: Fields;
  readonly text: StatementText;
}

/** Parses the one statement of a part of a script. Throws Refusal. */
export function parseOne(sql: string): ParsedStatement {
  const passed = prePass(sql);
  const [statement] = parseStatements(passed.text);
  const { kind, fields } = openNode(statement?.stmt);
  const bytes = Buffer.from(passed.text);
  const isAscii = bytes.length === passed.text.length;
  const offsetAt = (offset: number) =>
    isAscii ? Math.max(offset, 0) : bytes.subarray(0, Math.max(offset, 0)).toString().length;
  return { kind, fields, text: { sql: passed.text, offsetAt } };
}

/** What a statement writes, by its text alone. Throws Refusal for what is not supported. */
export function readWrite(sql: string): WriteStatement {
  const statement = parseOne(sql);
  const read = readers[statement.kind];
  if (read === undefined) {
    const name = describeKind(statement.kind.replace(/Stmt$/, '')).toUpperCase();
    return refuse(name, undefined, advice[statement.kind]);
  }
  return read(statement);
}

/** What to do in place of a statement that is refused. */
const advice: Readonly<Record<string, string>> = {
  CreateTrigStmt: 'do the work of the trigger in the statement',
  CreateFunctionStmt: 'write the expression where it is used',
  CreateSeqStmt: 'use an identity column',
  LockStmt: 'a statement waits for its turn by itself',
  GrantStmt: 'tokens say who may do what',
  GrantRoleStmt: 'tokens say who may do what',
  CopyStmt: 'load a file with POST /v1/uploads and a load',
  ExplainStmt: 'run the statement on a fork',
};

type Reader = (statement: ParsedStatement) => WriteStatement;

const readers: Readonly<Record<string, Reader>> = {
  SelectStmt: readSelect,
  CreateStmt: readCreateTable,
  CreateTableAsStmt: readCreateTableAs,
  CreateSchemaStmt: readCreateSchema,
  DropStmt: readDrop,
  AlterTableStmt: readAlter,
  RenameStmt: readRename,
  TruncateStmt: readTruncate,
  InsertStmt: readInsert,
  UpdateStmt: ({ fields }) => ({
    kind: 'update',
    target: targetOf(fieldsOf(fields, 'relation')),
    hasReturning: hasReturning(fields),
  }),
  DeleteStmt: ({ fields }) => ({
    kind: 'delete',
    target: targetOf(fieldsOf(fields, 'relation')),
    hasReturning: hasReturning(fields),
  }),
  TransactionStmt: readTransaction,
};

const hasReturning = (fields: Fields) => fieldsOf(fields, 'returningClause') !== undefined;

function readSelect({ fields }: ParsedStatement): WriteStatement {
  const into = fieldsOf(fields, 'intoClause');
  if (into === undefined) return { kind: 'read' };
  return {
    kind: 'create_table_as',
    target: targetOf(fieldsOf(into, 'rel')),
    ifNotExists: false,
    columnNames: [],
    withData: true,
  };
}

function readCreateTable({ fields, text }: ParsedStatement): WriteStatement {
  if (fields.inhRelations !== undefined || fields.partspec !== undefined)
    refuse('inherited and partitioned tables', undefined, "write WITH (partition_by = 'column')");
  return {
    kind: 'create_table',
    target: targetOf(fieldsOf(fields, 'relation')),
    ifNotExists: flagOf(fields, 'if_not_exists'),
    definition: readDefinition(text, fields),
  };
}

function readCreateTableAs({ fields }: ParsedStatement): WriteStatement {
  if (textOf(fields, 'objtype') === 'OBJECT_MATVIEW')
    refuse('CREATE MATERIALIZED VIEW', undefined, 'write CREATE TABLE ... AS');
  const into = fieldsOf(fields, 'into') ?? {};
  return {
    kind: 'create_table_as',
    target: targetOf(fieldsOf(into, 'rel')),
    ifNotExists: flagOf(fields, 'if_not_exists'),
    columnNames: listOf(into, 'colNames').map((name) => stringValue(name) ?? ''),
    withData: !flagOf(into, 'skipData'),
  };
}

function readCreateSchema({ fields }: ParsedStatement): WriteStatement {
  if (listOf(fields, 'schemaElts').length > 0)
    refuse('CREATE SCHEMA with tables in it', undefined, 'create them one by one');
  return {
    kind: 'create_schema',
    schema: textOf(fields, 'schemaname'),
    ifNotExists: flagOf(fields, 'if_not_exists'),
  };
}

function readDrop({ fields }: ParsedStatement): WriteStatement {
  const ifExists = flagOf(fields, 'missing_ok');
  const objects = listOf(fields, 'objects');
  switch (textOf(fields, 'removeType')) {
    case 'OBJECT_TABLE':
      return { kind: 'drop_table', ifExists, targets: objects.map(targetOfNames) };
    case 'OBJECT_SCHEMA':
      return {
        kind: 'drop_schema',
        schemas: objects.map((name) => stringValue(name) ?? ''),
        ifExists,
        isCascade: textOf(fields, 'behavior') === 'DROP_CASCADE',
      };
    default: {
      const what = textOf(fields, 'removeType').replace('OBJECT_', '').replaceAll('_', ' ');
      return refuse(`DROP ${what}`, undefined, 'DROP TABLE and DROP SCHEMA are known');
    }
  }
}

/** A dotted name as a list of its parts. */
function targetOfNames(node: unknown): TargetName {
  const names = listOf(openNode(node).fields, 'items').map((part) => stringValue(part) ?? '');
  const [table = '', schema = null, catalog = null] = names.reverse();
  return { catalog, schema, table };
}

function readTruncate({ fields }: ParsedStatement): WriteStatement {
  const targets = listOf(fields, 'relations').map((relation) =>
    targetOf(openNode(relation).fields),
  );
  return { kind: 'truncate', targets };
}

function readInsert({ fields }: ParsedStatement): WriteStatement {
  const written = listOf(fields, 'cols').map((column) => {
    const { fields: target } = openNode(column);
    if (target.indirection !== undefined)
      refuse('a part of a column as the target of INSERT', undefined, 'name the column');
    return textOf(target, 'name');
  });
  const repeated = written.find((name, index) => written.indexOf(name) !== index);
  if (repeated !== undefined)
    reject(`column '${repeated}' specified more than once`, undefined, '42701');
  const conflict = fieldsOf(fields, 'onConflictClause');
  const infer = conflict && fieldsOf(conflict, 'infer');
  return {
    kind: 'insert',
    target: targetOf(fieldsOf(fields, 'relation')),
    columns: written.length === 0 ? null : written,
    defaults: defaultCells(fields),
    isOfDefaults: fields.selectStmt === undefined,
    width: fields.selectStmt === undefined ? 0 : writtenWidth(openNode(fields.selectStmt).fields),
    onConflict:
      conflict === undefined
        ? null
        : textOf(conflict, 'action') === 'ONCONFLICT_UPDATE'
          ? 'update'
          : 'nothing',
    conflictColumns: listOf(infer ?? {}, 'indexElems').map((element) => {
      const { fields: item } = openNode(element);
      return textOf(item, 'name') || refuse('an expression in ON CONFLICT', undefined);
    }),
    hasReturning: hasReturning(fields),
  };
}

/** How many rows of VALUES say DEFAULT, for each of its columns. */
function defaultCells(insert: Fields): number[] | null {
  if (insert.selectStmt === undefined) return null;
  const lists = listOf(openNode(insert.selectStmt).fields, 'valuesLists');
  const rows = lists.map((row) => listOf(openNode(row).fields, 'items'));
  if (rows.length === 0) return null;
  return (rows[0] ?? []).map(
    (_, at) => rows.filter((row) => row[at] && openNode(row[at]).kind === 'SetToDefault').length,
  );
}

function readTransaction({ fields }: ParsedStatement): WriteStatement {
  switch (textOf(fields, 'kind')) {
    case 'TRANS_STMT_BEGIN':
    case 'TRANS_STMT_START':
      return { kind: 'begin' };
    case 'TRANS_STMT_COMMIT':
      return { kind: 'commit' };
    case 'TRANS_STMT_ROLLBACK':
      return { kind: 'rollback' };
    default:
      return refuse(
        'this transaction statement',
        undefined,
        'BEGIN, COMMIT and ROLLBACK are known',
      );
  }
}

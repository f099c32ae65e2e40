import type { TableAlteration, WriteStatement } from '../../statements/write-statement.ts';
import { refuse } from '../read/refusal.ts';
import { tokensOf, wordOf } from '../read/tokens.ts';
import { type Fields, fieldsOf, flagOf, listOf, openNode, textOf } from '../read/tree.ts';
import { expressionText } from './expression-text.ts';
import { readColumn, type StatementText } from './read-definition.ts';
import { targetOf } from './target-of.ts';

interface Statement {
  readonly fields: Fields;
  readonly text: StatementText;
}

/** ALTER TABLE with changes of columns. */
export function readAlter({ fields, text }: Statement): WriteStatement {
  const target = targetOf(fieldsOf(fields, 'relation'));
  const defaults = newDefaults(text.sql);
  return {
    kind: 'alter_table',
    target,
    ifExists: flagOf(fields, 'missing_ok'),
    alterations: listOf(fields, 'cmds').map((command) =>
      readCommand(openNode(command).fields, { text, table: target.table, defaults }),
    ),
  };
}

interface Reading {
  readonly text: StatementText;
  readonly table: string;
  /** The expressions of SET DEFAULT that are not read yet, in their order. */
  readonly defaults: string[];
}

function readCommand(command: Fields, { text, table, defaults }: Reading): TableAlteration {
  const name = textOf(command, 'name');
  switch (textOf(command, 'subtype')) {
    case 'AT_AddColumn': {
      const { column, keys, checks } = readColumn(text, openNode(command.def).fields, table);
      if (keys.length > 0 || checks.length > 0 || column.identity !== null)
        refuse('a constraint of an added column', undefined, 'NOT NULL and DEFAULT are known');
      if (column.generated !== null) refuse('an added column that is generated', undefined);
      return { kind: 'add_column', column, ifNotExists: flagOf(command, 'missing_ok') };
    }
    case 'AT_DropColumn':
      return { kind: 'drop_column', name, ifExists: flagOf(command, 'missing_ok') };
    case 'AT_ColumnDefault': {
      const written = command.def === undefined ? null : (defaults.shift() ?? null);
      return { kind: 'set_default', name, default: written };
    }
    case 'AT_SetNotNull':
      return { kind: 'set_not_null', name, isNotNull: true };
    case 'AT_DropNotNull':
      return { kind: 'set_not_null', name, isNotNull: false };
    default:
      return refuse(
        'this ALTER TABLE',
        undefined,
        'ADD, DROP and RENAME of columns, SET and DROP of DEFAULT and NOT NULL, and RENAME TO are known',
      );
  }
}

/** The expressions behind SET DEFAULT, which end at a comma between commands. */
function newDefaults(sql: string): string[] {
  const tokens = [...tokensOf(sql)];
  const found: string[] = [];
  for (let at = 1; at < tokens.length; at += 1) {
    if (wordOf(tokens, at) !== 'DEFAULT' || wordOf(tokens, at - 1) !== 'SET') continue;
    const start = tokens[at + 1]?.start ?? sql.length;
    found.push(expressionText(sql, start));
  }
  return found;
}

/** RENAME of a table or of one of its columns. */
export function readRename({ fields }: Statement): WriteStatement {
  const target = targetOf(fieldsOf(fields, 'relation'));
  const ifExists = flagOf(fields, 'missing_ok');
  const to = textOf(fields, 'newname');
  switch (textOf(fields, 'renameType')) {
    case 'OBJECT_TABLE':
      return { kind: 'rename_table', target, ifExists, to };
    case 'OBJECT_COLUMN': {
      const name = textOf(fields, 'subname');
      return {
        kind: 'alter_table',
        target,
        ifExists,
        alterations: [{ kind: 'rename_column', name, to }],
      };
    }
    default:
      return refuse('this RENAME', undefined, 'tables and their columns can be renamed');
  }
}

import { Button } from 'react-aria-components';
import type { SchemaNames } from '../api/schema.ts';
import { quoted } from '../sql/quoted.ts';

/** Completion of the editor proposes further tables. */
const mostShown = 30;

interface Properties {
  readonly names: SchemaNames;
  readonly onChoose: (sql: string) => void;
}

/** Proposals for an empty tab: a table becomes a query of its rows. */
export function FirstTables({ names, onChoose }: Properties) {
  if (names.length === 0) {
    return (
      <p className="empty">
        This database has no table yet. Drop a file anywhere here (CSV, JSON, Parquet) to load it as
        one.
      </p>
    );
  }
  return (
    <section className="first-tables" aria-label="Tables to begin with">
      <h2>Begin with a table</h2>
      <ul>
        {names.slice(0, mostShown).map(({ catalog, schema, table, isBare, columns }) => {
          const path = isBare ? [table] : [catalog, schema, table];
          return (
            <li key={`${catalog}.${schema}.${table}`}>
              <Button
                onPress={() => onChoose(`SELECT *\nFROM ${path.map(quoted).join('.')}\nLIMIT 100`)}
              >
                {path.join('.')}
                <span className="muted small">
                  {columns.length} {columns.length === 1 ? 'column' : 'columns'}
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
      {names.length > mostShown && (
        <p className="muted small">
          And {names.length - mostShown} more: the editor proposes their names as you type.
        </p>
      )}
    </section>
  );
}

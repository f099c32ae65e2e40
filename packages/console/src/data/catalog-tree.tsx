import { useQuery } from '@tanstack/react-query';
import { Button, Collection, Tree, TreeItem, TreeItemContent } from 'react-aria-components';
import { type Catalog, catalogsQuery } from '../api/schema.ts';
import { goTo } from '../router.ts';
import { useClient } from '../session/session.ts';
import { columnTypeText } from '../sql/type-text.ts';
import { Loaded } from '../ui/loaded.tsx';

interface TreeNode {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** Path segments of a table's page. */
  readonly page: readonly string[] | null;
  readonly children: readonly TreeNode[];
}

/** Catalogs, schemas, tables and columns; a table links to a page. */
export function CatalogTree({ databaseId }: { readonly databaseId: string }) {
  const client = useClient();
  const query = useQuery(catalogsQuery(client, databaseId));
  return (
    <Loaded query={query} lines={6}>
      {(catalogs) => {
        if (catalogs.every(({ tables }) => tables.length === 0)) {
          return (
            <p className="empty">
              There is no table yet. Drop a file here (CSV, JSON, Parquet), or attach a connection
              under Catalogs.
            </p>
          );
        }
        const nodes = catalogs.map((catalog) => nodeOf(databaseId, catalog));
        const open = [
          ...nodes.map(({ id }) => id),
          ...nodes.flatMap(({ children }) => children.map(({ id }) => id)),
        ];
        return (
          <Tree aria-label="Tables" items={nodes} defaultExpandedKeys={open} className="tree">
            {(node) => <Item node={node} />}
          </Tree>
        );
      }}
    </Loaded>
  );
}

function Item({ node }: { readonly node: TreeNode }) {
  const { id, label, detail, page, children } = node;
  return (
    <TreeItem id={id} textValue={label} onAction={page ? () => goTo(page) : undefined}>
      <TreeItemContent>
        {children.length > 0 ? (
          <Button slot="chevron" className="quiet">
            <span className="chevron" />
          </Button>
        ) : (
          <span className="no-chevron" />
        )}
        <span className={page ? 'table-name' : undefined}>{label}</span>{' '}
        <span className="muted small">{detail}</span>
      </TreeItemContent>
      <Collection items={children}>{(child) => <Item node={child} />}</Collection>
    </TreeItem>
  );
}

function nodeOf(databaseId: string, { name, tables, isDefault }: Catalog): TreeNode {
  const schemas = [...new Set(tables.map(({ schema }) => schema))];
  return {
    id: name,
    label: name,
    detail: isDefault ? 'its own catalog' : 'attached',
    page: null,
    children: schemas.map((schema) => ({
      id: `${name}.${schema}`,
      label: schema,
      detail: 'schema',
      page: null,
      children: tables
        .filter((table) => table.schema === schema)
        .map(({ table, columns, state }) => ({
          id: `${name}.${schema}.${table}`,
          label: table,
          detail: [`${columns?.length ?? 0} columns`, ...(state ? [state] : [])].join(', '),
          page: ['data', databaseId, name, schema, table],
          children: (columns ?? []).map((column) => ({
            id: `${name}.${schema}.${table}.${column.name}`,
            label: column.name,
            detail: columnTypeText(column),
            page: null,
            children: [],
          })),
        })),
    })),
  };
}

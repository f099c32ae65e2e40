import { type Fields, identifierOf, isFields, isNode, listOf, openNode } from './tree.ts';

/** Functions that return VARIANT, OBJECT or ARRAY: JSON in DuckDB. */
const variantFunctions = new Set([
  'array_append',
  'array_cat',
  'array_compact',
  'array_construct',
  'array_construct_compact',
  'array_distinct',
  'array_except',
  'array_flatten',
  'array_generate_range',
  'array_insert',
  'array_intersection',
  'array_prepend',
  'array_remove_at',
  'array_reverse',
  'array_slice',
  'array_agg',
  'array_unique_agg',
  'get',
  'get_path',
  'object_agg',
  'object_construct',
  'object_construct_keep_null',
  'object_keys',
  'parse_json',
  'split',
  'to_array',
  'to_variant',
  'try_parse_json',
]);

const variantKinds = new Set([
  'j_s_o_n_extract',
  'subscript',
  'parse_json',
  'array_append',
  'array_compact',
  'array_distinct',
  'array_except',
  'array_func',
  'array_prepend',
  'array_reverse',
  'map_func',
  'array_agg',
  'array_unique_agg',
]);

/** Kinds that take the type of some of their parts. */
const passing: Readonly<Record<string, readonly string[]>> = {
  alias: ['this'],
  annotated: ['this'],
  paren: ['this'],
  within_group: ['this'],
  window_function: ['this'],
  nvl: ['this', 'expression'],
  nvl2: ['true_value', 'false_value'],
  if_func: ['true_value', 'false_value'],
  any_value: ['this'],
  min: ['this'],
  max: ['this'],
  mode: ['this'],
  first_value: ['this'],
  last_value: ['this'],
  nth_value: ['this'],
  lag: ['this'],
  lead: ['this'],
  subquery: ['this'],
};

const passingFunctions = new Set(['nullif', 'greatest', 'least', 'decode', 'min_by', 'max_by']);

/**
 * Finds the VARIANT expressions of a text: by kind, or by a name that is a VARIANT somewhere in the
 * statement. A name with other meanings in the statement also counts as a VARIANT. So an expression
 * may be refused without need, but is never misread.
 */
export class VariantNames {
  readonly #names = new Set<string>();

  constructor(statement: unknown) {
    let before = -1;
    while (before !== this.#names.size) {
      before = this.#names.size;
      this.#collect(statement);
    }
  }

  isVariant(value: unknown): boolean {
    if (!isNode(value)) return false;
    const { kind, fields } = openNode(value);
    if (variantKinds.has(kind)) return true;
    if (kind === 'cast' || kind === 'try_cast') return isVariantType(fields.to);
    if (kind === 'column')
      return isFields(fields.name) && this.#names.has(String(fields.name.name).toLowerCase());
    if (kind === 'function' || kind === 'aggregate_function') return this.#isVariantCall(fields);
    if (kind === 'coalesce')
      return listOf(fields, 'expressions').some((item) => this.isVariant(item));
    if (kind === 'case') {
      const results = listOf(fields, 'whens').map((when) =>
        Array.isArray(when) ? when[1] : undefined,
      );
      return [...results, fields.else_].some((item) => this.isVariant(item));
    }
    if (kind === 'select') return this.isVariant(listOf(fields, 'expressions')[0]);
    return (passing[kind] ?? []).some((name) => this.isVariant(fields[name]));
  }

  #isVariantCall(fields: Fields): boolean {
    const name = String(fields.name).toLowerCase();
    if (variantFunctions.has(name)) return true;
    return passingFunctions.has(name) && listOf(fields, 'args').some((arg) => this.isVariant(arg));
  }

  #collect(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.#collect(item);
    if (!isFields(value)) return;
    this.#collectColumns(value);
    for (const kind in value) {
      const inner = value[kind];
      if (isFields(inner)) this.#collectNames(kind, inner);
      this.#collect(inner);
    }
  }

  #collectNames(kind: string, fields: Fields): void {
    if (kind === 'alias' && this.isVariant(fields.this))
      this.#names.add(identifierOf(fields.alias).name.toLowerCase());
    if (kind === 'function' && String(fields.name).toLowerCase() === 'flatten') {
      this.#names.add('value');
      this.#names.add('this');
    }
    if (kind === 'values' && this.#holdsVariants({ values: fields })) {
      for (let n = 1; n <= 100; n += 1) this.#names.add(`column${n}`);
    }
  }

  /** Column names given to a query or to VALUES take the types of the columns. */
  #collectColumns(fields: Fields): void {
    const columns = [...listOf(fields, 'column_aliases'), ...listOf(fields, 'columns')].filter(
      isFields,
    );
    if (columns.length === 0 || !this.#holdsVariants(fields.this)) return;
    for (const column of columns)
      if (typeof column.name === 'string') this.#names.add(column.name.toLowerCase());
  }

  #holdsVariants(query: unknown): boolean {
    const items: unknown[] = [];
    const visit = (value: unknown): void => {
      if (!isNode(value)) return;
      const { kind, fields } = openNode(value);
      if (kind === 'select') items.push(...listOf(fields, 'expressions'));
      else if (kind === 'values') {
        for (const row of listOf(fields, 'expressions'))
          if (isFields(row)) items.push(...listOf(row, 'expressions'));
      } else for (const side of ['this', 'left', 'right']) visit(fields[side]);
    };
    visit(query);
    return items.some((item) => this.isVariant(item));
  }
}

export function isVariantType(type: unknown): boolean {
  return (
    isFields(type) &&
    type.data_type === 'custom' &&
    /^(?:VARIANT|OBJECT|ARRAY)$/i.test(String(type.name))
  );
}

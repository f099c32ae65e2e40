/**
 * Writes signatures.ts and relations.ts of src/plan/hotsql/resolve/catalog: PostgreSQL's own types,
 * casts, operators and functions, and its tables and views, read from a running PostgreSQL.
 * `node packages/server/scripts/read-postgres-catalog.mjs postgres://user@127.0.0.1:5432/postgres`
 */
import { writeFileSync } from 'node:fs';
import pg from 'pg';

const [url] = process.argv.slice(2);
if (url === undefined)
  throw new Error('name the PostgreSQL to read: postgres://user@host:port/database');
const client = new pg.Client({ connectionString: url });
await client.connect();
const lines = async (sql) =>
  (await client.query({ text: sql, rowMode: 'array' })).rows.map(([line]) => line);

/** Pseudo types of the server's own machinery: no query has values of them. */
const machinery = `('internal', 'cstring', 'trigger', 'event_trigger', 'language_handler', 'fdw_handler', 'index_am_handler', 'tsm_handler', 'table_am_handler', 'pg_ddl_command')`;

const types = await lines(`
  SELECT concat_ws(' ', typname, typcategory, CASE WHEN typispreferred THEN 'p' ELSE '-' END, oid, typarray)
  FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype IN ('b', 'p', 'r', 'm') AND typname !~ '^_'
    AND typname NOT IN ${machinery} ORDER BY typname COLLATE "C"`);
const casts = await lines(`
  SELECT concat_ws(' ', s.typname, string_agg(concat(t.typname, '/', castcontext), ' ' ORDER BY t.typname COLLATE "C"))
  FROM pg_cast c JOIN pg_type s ON s.oid = castsource JOIN pg_type t ON t.oid = casttarget GROUP BY s.typname ORDER BY s.typname COLLATE "C"`);
const operators = await lines(`
  SELECT oprname::text || ' ' || string_agg(concat(l.typname, ',', r.typname, '>', o.typname), ' ' ORDER BY l.typname COLLATE "C", r.typname COLLATE "C")
  FROM pg_operator JOIN pg_type r ON r.oid = oprright JOIN pg_type o ON o.oid = oprresult LEFT JOIN pg_type l ON l.oid = oprleft
  GROUP BY oprname ORDER BY oprname COLLATE "C"`);
// Flags: a aggregate, o ordered-set, h hypothetical-set, w window, s set-returning, v variadic,
// d<n> arguments with defaults.
const functions = await lines(`
  SELECT proname::text || ' ' || string_agg(signature, ' ' ORDER BY signature COLLATE "C") FROM (
    SELECT proname, coalesce((SELECT string_agg(t.typname::text, ',' ORDER BY n) FROM unnest(proargtypes::oid[]) WITH ORDINALITY a(oid, n) JOIN pg_type t USING (oid)), '')
      || '>' || r.typname::text
      || coalesce('/' || nullif(concat(CASE prokind WHEN 'a' THEN CASE (SELECT aggkind FROM pg_aggregate WHERE aggfnoid = p.oid) WHEN 'n' THEN 'a' ELSE (SELECT aggkind FROM pg_aggregate WHERE aggfnoid = p.oid)::text END WHEN 'w' THEN 'w' END,
        CASE WHEN proretset THEN 's' END, CASE WHEN provariadic <> 0 THEN 'v' END, CASE WHEN pronargdefaults > 0 THEN 'd' || pronargdefaults END), ''), '') AS signature
    FROM pg_proc p JOIN pg_type r ON r.oid = prorettype
    WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind <> 'p' AND r.typname NOT IN ${machinery}
      AND NOT EXISTS (SELECT FROM unnest(proargtypes::oid[]) a(oid) JOIN pg_type t USING (oid) WHERE t.typname IN ${machinery})
  ) s GROUP BY proname ORDER BY proname COLLATE "C"`);
// Functions behind operators: a function of the same name and arguments gives the same result.
const operatorFunctions = await lines(`
  SELECT DISTINCT ON (name COLLATE "C") concat_ws(' ', name, oprname) FROM (SELECT proname::text AS name, oprname::text
    FROM pg_operator JOIN pg_proc p ON p.oid = oprcode WHERE pronamespace = 'pg_catalog'::regnamespace) f
  ORDER BY name COLLATE "C", oprname COLLATE "C"`);
// Named arguments: an optional argument has its default after `=`.
const argumentNames = await lines(`
  SELECT proname::text || ' ' || string_agg(DISTINCT names, ' ' ORDER BY names) FROM (
    SELECT proname, (SELECT string_agg(name || CASE WHEN n > pronargs - pronargdefaults
        THEN '=' || split_part((regexp_split_to_array(pg_get_expr(proargdefaults, 0), ', '))[n - pronargs + pronargdefaults], '::', 1) ELSE '' END, ',' ORDER BY n)
      FROM unnest(proargnames[1:pronargs]) WITH ORDINALITY a(name, n)) AS names
    FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind <> 'p' AND pronargs > 0 AND proargnames IS NOT NULL
      AND proname !~ '^(pg_|lo_|binary_|ts_|xml|[a-z]+_to_xml)' AND array_to_string(proargnames[1:pronargs], '') <> ''
  ) s GROUP BY proname ORDER BY proname COLLATE "C"`);
// Leaves out views for superusers only, and the server's own memory, files and time zones: an empty
// table would claim that there are none.
const hidden = `('pg_authid', 'pg_shadow', 'pg_hba_file_rules', 'pg_ident_file_mappings', 'pg_file_settings', 'pg_largeobject', 'pg_statistic',
  'pg_statistic_ext_data', 'pg_user_mapping', 'pg_backend_memory_contexts', 'pg_shmem_allocations', 'pg_shmem_allocations_numa', 'pg_aios', 'pg_subscription', 'pg_timezone_names', 'pg_timezone_abbrevs')`;
// A domain is shown as its base type, and a type without values in queries as the similar type.
const relationsOf = (schema) =>
  lines(`
  SELECT c.relname || ' ' || string_agg(attname || CASE shown WHEN 'text' THEN '' ELSE '/' || shown END, ' ' ORDER BY attnum)
  FROM pg_class c JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0 JOIN pg_type t ON t.oid = atttypid LEFT JOIN pg_type b ON b.oid = t.typbasetype,
    LATERAL (SELECT coalesce(b.typname, t.typname)::text AS own) o,
    LATERAL (SELECT CASE own WHEN 'oidvector' THEN '_oid' WHEN 'int2vector' THEN '_int2' WHEN '_aclitem' THEN '_text' WHEN '_pg_statistic' THEN 'text'
      WHEN 'regproc' THEN 'text' WHEN 'xid' THEN 'oid' WHEN 'pg_lsn' THEN 'text' WHEN 'anyarray' THEN 'text' WHEN 'pg_ndistinct' THEN 'text'
      WHEN 'pg_dependencies' THEN 'text' WHEN 'pg_mcv_list' THEN 'text' WHEN '_regtype' THEN '_oid' ELSE own END AS shown) s
  WHERE relnamespace = '${schema}'::regnamespace AND relkind IN ('r', 'v') AND relname NOT IN ${hidden}
  GROUP BY c.relname ORDER BY c.relname COLLATE "C"`);
const catalogRelations = await relationsOf('pg_catalog');
const views = await relationsOf('information_schema');
await client.end();

/** Lines of the data joined to long ones, so that the file stays readable as a list of parts. */
const block = (name, comment, items) => {
  const text = items
    .join('\n')
    .replaceAll('\\', '\\\\')
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${');
  return `/** ${comment} */\nexport const ${name} = \`\n${text}\n\`;\n`;
};
const target = new URL('../src/plan/hotsql/resolve/catalog/', import.meta.url);
const header =
  '// Written by packages/server/scripts/read-postgres-catalog.mjs from PostgreSQL 18.\n\n';
const paragraphs = (items, separator) => {
  const joined = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + item.length < 4000)
      joined[joined.length - 1] = `${last}${separator}${item}`;
    else joined.push(item);
  }
  return joined;
};
writeFileSync(
  new URL('signatures.ts', target),
  header +
    [
      block('typeLines', 'name category preferred oid array-oid', paragraphs(types, ';')),
      block(
        'castLines',
        'source target/context...: i implicit, a assignment, e explicit',
        paragraphs(casts, ';'),
      ),
      block('operatorLines', 'operator left,right>result...', paragraphs(operators, ';')),
      block(
        'functionLines',
        `
 * function arguments>result/flags...: a aggregate, o ordered-set, h hypothetical-set, w window, s
 * set-returning, v variadic, d defaults
`,
        paragraphs(functions, ';'),
      ),
      block(
        'operatorFunctionLines',
        'function operator: what an operator calls',
        paragraphs(operatorFunctions, ';'),
      ),
      block('argumentLines', 'function name,name=default...', paragraphs(argumentNames, ';')),
    ].join('\n'),
);
writeFileSync(
  new URL('relations.ts', target),
  header +
    [
      block(
        'catalogLines',
        'table column/type...: those of pg_catalog; text where no type is written',
        catalogRelations,
      ),
      block('viewLines', 'view column/type...: those of information_schema', views),
    ].join('\n'),
);

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Json, type RunningService, testToken } from '../service.ts';
import { installPython } from './python-environment.ts';

const packages = ['schemathesis==4.32.5'];

export const installSchemathesis = () => installPython(packages);

/**
 * Operations that answer 400 to requests that a schema cannot exclude, each with the one remaining
 * cause.
 */
const excused = {
  'queries.run': 'a text that is no SQL',
  'savedQueries.execute': 'a text that is no SQL, saved as a draft',
  'connections.create': 'a type, or a configuration that is none of its type',
  'embeddingProviders.create':
    'a configuration that is none of its type, or a secret that is not there',
  'embeddingProviders.update':
    'a configuration that is none of its type, or a secret that is not there',
  'refresh.run': 'names and options that do not go together, or a managed catalog',
  'connections.loadTable': 'data that are no CSV of one table',
  'databases.loadTable': 'data that are no CSV of one table',
  'connections.setConstantPerKey': 'a name that the table has no column of',
  'databases.setConstantPerKey': 'a name that the table has no column of',
  'connections.purgeCache': 'a managed catalog, which has no cache',
  'connections.purgeTableCache': 'a managed catalog, which has no cache',
  'refresh.getPolicy': 'a managed catalog, which has no source',
  'refresh.setPolicy': 'a managed catalog, which has no source',
  'indexes.create': 'columns that the table does not have, or options of another type of index',
  'databaseIndexes.create':
    'columns that the table does not have, or options of another type of index',
  'databases.attachCatalog': "the database's own default catalog, which is the one there is",
  'databases.detachCatalog': "the database's own default catalog, which is the one there is",
  'databases.fork': 'a snapshot or an instant that the source does not have',
  'databases.restoreTable': 'a snapshot that the database does not have',
  'databases.reset': 'a database that is no fork',
  'tokens.create': 'a workspace or database that is not there',
  'uploads.finalize': 'parts that were not sent',
  'uploads.mintParts': 'parts that the upload does not have, or one twice',
};

const accepted = ['2xx', '3xx', '400', '401', '403', '404', '409', '413', '429'];

/**
 * Things for the operations to work on, as the tool's configuration: without them every path would
 * be 404.
 */
async function configuration(service: RunningService): Promise<string> {
  const api = service.api();
  const database: Json = await api.createDatabase({
    schemas: [{ name: 'public', tables: [{ name: 't', key: ['id'] }] }],
  });
  await api.load(database.id, 't', { data: 'id,a\n1,x\n2,y\n' }, 'public');
  const { body: query } = await api.query(database.id, 'SELECT * FROM t');
  const { body: saved } = await api.post('/v1/queries', { name: 'q', sql: 'SELECT 1' });
  const { body: upload } = await api.post('/v1/uploads', {});
  const { body: batch } = await api.post('/v1/databases/bulk', { count: 1 });
  const ids: [paths: string, name: string, value: string][] = [
    ['^/v1/databases/\\\\{database_id\\\\}', 'database_id', database.id],
    ['^/v1/databases/bulk/', 'batch_id', batch.batch_id],
    ['^/v1/queries/', 'id', saved.id],
    ['^/v1/query-runs/', 'id', query.query_run_id],
    ['^/v1/results/', 'id', query.result_id],
  ];
  return [
    '[parameters]',
    `"header.X-Database-Id" = "${database.id}"`,
    `"header.x-upload-finalize-token" = "${upload.finalize_token}"`,
    `"path.upload_id" = "${upload.upload_id}"`,
    `"path.connection_id" = "${database.default_connection_id}"`,
    '"path.schema" = "public"',
    '"path.table" = "t"',
    ...ids.map(
      ([paths, name, value]) =>
        `[[operations]]\ninclude-path-regex = "${paths}"\nparameters = { "path.${name}" = "${value}" }`,
    ),
    `[[operations]]\ninclude-operation-id = ${JSON.stringify(Object.keys(excused))}`,
    `checks.positive_data_acceptance.expected-statuses = ${JSON.stringify(accepted)}`,
    '',
  ].join('\n');
}

/**
 * Runs the tool against the service's own document; returns the output, and true without findings.
 */
export async function runSchemathesis(
  service: RunningService,
  {
    phases,
    examples,
    seed,
  }: { readonly phases: string; readonly examples: number; readonly seed: number },
): Promise<{ readonly isClean: boolean; readonly output: string }> {
  const programs = await installSchemathesis();
  const folder = await mkdtemp(join(tmpdir(), 'quern-schemathesis-'));
  await writeFile(join(folder, 'schemathesis.toml'), await configuration(service));
  const workspace = (await service.api().get('/v1/workspaces')).body.workspaces[0].public_id;
  // The tool's script names its build folder, so the module is run.
  const args = [
    ...['-c', 'from schemathesis.cli import schemathesis; schemathesis()'],
    'run',
    `${service.origin}/openapi.json`,
    ...['-H', `Authorization: Bearer ${testToken}`, '-H', `X-Workspace-Id: ${workspace}`],
    ...[
      '--checks',
      'all',
      '--phases',
      phases,
      '--max-examples',
      String(examples),
      '--seed',
      String(seed),
    ],
    ...[
      '--continue-on-failure',
      '--no-color',
      '--generation-database',
      'none',
      '--suppress-health-check',
      'all',
    ],
  ];
  try {
    return await new Promise((resolve) => {
      execFile(
        join(programs, 'python'),
        args,
        { cwd: folder, maxBuffer: 2 ** 26 },
        (error, stdout, stderr) => resolve({ isClean: error === null, output: stdout + stderr }),
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

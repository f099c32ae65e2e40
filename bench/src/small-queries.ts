import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HttpClient, putBytes } from './http-client.ts';
import { latencies, median, pairedMedians, percentile, throughput } from './measure.ts';
import { type OwnDatabase, openOwnDatabase } from './own-database.ts';
import { type BenchRow, ms, ratioRow } from './report.ts';
import { type ServiceProcess, startService } from './service-process.ts';

/**
 * Small queries, whose cost is mostly outside the engine. With QUERN_BENCH_OLDER, the `main.js` of
 * an older build, both builds are measured in turns; otherwise the rows state this build's figures.
 */
export async function smallWork(): Promise<BenchRow[]> {
  const older = process.env.QUERN_BENCH_OLDER;
  const now = await Subject.start();
  const before = older === undefined ? null : await Subject.start(older);
  try {
    return [
      ...(await againstOlder(now, before)),
      ...(await manyDatabases(now)),
      ...(await smallLoads(now)),
      ...(await lists(now)),
    ];
  } finally {
    await now.stop();
    await before?.stop();
  }
}

const one = 'SELECT 1';
const fiveRows = 'SELECT id, name FROM small WHERE id < 5';
const tenTexts = Array.from(
  { length: 10 },
  (_unused, index) => `SELECT name, id + ${index} FROM small WHERE id < ${index + 2}`,
);
const lookupRows = 1_000_000;

/** A service with a database; every query executes. */
export class Subject {
  readonly service: ServiceProcess;
  readonly client: HttpClient;
  /** Executes each query. */
  readonly database: HttpClient;
  readonly databaseId: string;
  readonly #folder: string;
  readonly #close: () => void;

  static async start(
    mainFile?: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Subject> {
    const folder = await mkdtemp(join(tmpdir(), 'quern-small-'));
    const service = await startService(join(folder, 'data'), env, mainFile);
    const subject = new Subject(folder, service, await openOwnDatabase(service, 'small'));
    await subject.loadCsv(
      'small',
      Array.from({ length: 400 }, (_unused, row) => `${row},name ${row}`),
    );
    return subject;
  }

  constructor(folder: string, service: ServiceProcess, own: OwnDatabase) {
    this.#folder = folder;
    this.service = service;
    this.client = own.client;
    this.database = own.database;
    this.databaseId = own.databaseId;
    this.#close = () => own.close();
  }

  query(sql: string, database = this.database): Promise<{ rows: unknown[][] }> {
    return database.json('POST', '/v1/query', { sql });
  }

  async loadCsv(
    table: string,
    rows: readonly string[],
    databaseId = this.databaseId,
  ): Promise<void> {
    const path = `/v1/databases/${databaseId}/schemas/main/tables/${table}/loads`;
    await this.client.json('POST', path, {
      mode: 'replace',
      format: 'csv',
      data: `id,name\n${rows.join('\n')}\n`,
    });
  }

  /** CPU milliseconds of the service's processes. */
  cpuMs(): number {
    return processTree(this.service.pid).reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  }

  async stop(): Promise<void> {
    this.#close();
    await this.service.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function againstOlder(now: Subject, before: Subject | null): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [what, sql] of [
    ['`SELECT 1`', one],
    ['five rows of a table of 400', fiveRows],
  ] as const) {
    const subjects = before ? [now, before] : [now];
    const [mine = 0, theirs = null] = await cpuInTurns(subjects, (subject) => subject.query(sql));
    rows.push({
      what: `CPU of all processes for ${what}, warm, against the older build`,
      quern: ms(mine),
      reference: theirs === null ? '' : ms(theirs),
      result: theirs === null ? ms(mine) : `${(mine / theirs).toFixed(2)} times`,
      reach: theirs === null ? 'stated' : 'at most 0.33 times',
      reached: theirs === null || mine <= theirs / 3,
    });
  }
  rows.push(
    await rateAgainst('`SELECT 1`, 16 clients', 16, 3, now, before, (subject) =>
      subject.query(one),
    ),
  );
  let next = 0;
  const anyText = (subject: Subject) => subject.query(tenTexts[next++ % tenTexts.length] ?? one);
  rows.push(
    await rateAgainst(
      'ten distinct texts over a small table, 16 clients',
      16,
      2.5,
      now,
      before,
      anyText,
    ),
  );
  const account = (subject: Subject) =>
    subject.query(`SELECT name FROM accounts WHERE id = ${Math.floor(Math.random() * lookupRows)}`);
  for (const subject of before ? [now, before] : [now]) await loadAccounts(subject);
  rows.push(
    await rateAgainst('point lookups over 1M rows, 32 clients', 32, 3, now, before, account),
  );
  const measured = await latencies(32, 4000, () => account(now));
  const [p50, p99] = [percentile(measured.times, 50), percentile(measured.times, 99)];
  rows.push(ratioRow('p99 of these point lookups, against their p50', p99, p50, 3));
  return rows;
}

/**
 * Warm-up: during the first calls V8 still compiles a query's code, on threads that count too, and
 * a query takes twice the time.
 */
const warmCalls = 3000;
const measuredRounds = 5;
const callsOfRound = 250;

/** Milliseconds of CPU of each one's processes for a call, once all of them are warm. */
export async function cpuInTurns(
  subjects: readonly Subject[],
  work: (subject: Subject) => Promise<unknown>,
): Promise<number[]> {
  const taken = subjects.map(() => 0);
  for (const subject of subjects)
    for (let call = 0; call < warmCalls; call += 1) await work(subject);
  for (let round = 0; round < measuredRounds; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      const before = subject.cpuMs();
      for (let call = 0; call < callsOfRound; call += 1) await work(subject);
      taken[index] = (taken[index] ?? 0) + subject.cpuMs() - before;
    }
  }
  return taken.map((ms) => ms / (measuredRounds * callsOfRound));
}

async function loadAccounts(subject: Subject): Promise<void> {
  const sql = `SELECT i AS id, 'name ' || i AS name, md5(i::text) AS digest FROM generate_series(0, ${lookupRows - 1}) g(i)`;
  const { query_run_id: run } = await subject.database.json<{ query_run_id: string }>(
    'POST',
    '/v1/query',
    { sql },
  );
  for (;;) {
    const { status, result_id } = await subject.database.json<{
      status: string;
      result_id: string;
    }>('GET', `/v1/query-runs/${run}`, undefined);
    if (status !== 'running') {
      const path = `/v1/databases/${subject.databaseId}/schemas/main/tables/accounts/loads`;
      await subject.client.json('POST', path, { mode: 'replace', result_id });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Calls a second, of both builds in turns. */
export async function rateAgainst(
  what: string,
  clients: number,
  least: number,
  now: Subject,
  before: Subject | null,
  work: (subject: Subject) => Promise<unknown>,
): Promise<BenchRow> {
  const mine: number[] = [];
  const theirs: number[] = [];
  // Calls after which all workers are warm.
  for (const subject of before ? [now, before] : [now])
    await throughput(clients, 2500, () => work(subject));
  for (let round = 0; round < 3; round += 1) {
    mine.push(await throughput(clients, 2500, () => work(now)));
    if (before) theirs.push(await throughput(clients, 2500, () => work(before)));
  }
  const [rate, olderRate] = [median(mine), median(theirs)];
  return {
    what: `${what}, against the older build`,
    quern: `${rate.toFixed(0)}/s`,
    reference: before ? `${olderRate.toFixed(0)}/s` : '',
    result: before ? `${(rate / olderRate).toFixed(2)} times` : `${rate.toFixed(0)}/s`,
    reach: before ? `at least ${least} times` : 'stated',
    reached: !before || rate >= least * olderRate,
  };
}

async function manyDatabases(now: Subject): Promise<BenchRow[]> {
  const count = 1000;
  const databases: HttpClient[] = [];
  const make = async () => {
    const { id } = await now.client.json<{ id: string }>('POST', '/v1/databases', {}, 201);
    await now.loadCsv('small', ['1,a', '2,b', '3,c'], id);
    databases.push(now.client.with({ 'x-database-id': id, 'cache-control': 'no-cache' }, 2));
  };
  for (let made = 0; made < count; made += 8) await Promise.all(Array.from({ length: 8 }, make));
  let next = 0;
  const each = () => now.query('SELECT name FROM small WHERE id = 2', databases[next++ % count]);
  const same = () => now.query('SELECT name FROM small WHERE id = 2', databases[0]);
  await throughput(16, 2000, each);
  const [inTurn, onOne] = [await throughput(16, 5000, each), await throughput(16, 5000, same)];
  for (const database of databases) database.close();
  return [
    {
      what: '1,000 databases with one small table each, queried in turn, 16 clients, against one of them',
      quern: `${inTurn.toFixed(0)}/s`,
      reference: `${onOne.toFixed(0)}/s`,
      result: `${(inTurn / onOne).toFixed(2)} times`,
      reach: 'at least 0.7 times',
      reached: inTurn >= 0.7 * onOne,
    },
  ];
}

async function smallLoads(now: Subject): Promise<BenchRow[]> {
  const rows = Array.from({ length: 100 }, (_unused, row) => `${row},a name of ${row}`);
  const inline = await pairedMedians(
    60,
    () => now.loadCsv('tiny', rows),
    () => now.query(one),
  );
  const csv = Buffer.from(`id,name\n${rows.join('\n')}\n`);
  const uploaded = await pairedMedians(
    60,
    () => uploadAndLoad(now, csv),
    () => now.query(one),
  );
  return [
    ratioRow(
      'load of a 2 kB CSV inline, until queryable, p50, against `SELECT 1`',
      inline.left,
      inline.right,
      3,
    ),
    ratioRow(
      'the same by an upload (create, PUT, finalize, load)',
      uploaded.left,
      uploaded.right,
      5,
    ),
  ];
}

async function uploadAndLoad({ client, databaseId }: Subject, bytes: Uint8Array): Promise<void> {
  const session = { declared_size_bytes: bytes.length, content_type: 'text/csv' };
  const created = await client.json<{ upload_id: string; url: string; finalize_token: string }>(
    'POST',
    '/v1/uploads',
    session,
    201,
  );
  await putBytes(created.url, bytes);
  const owner = { 'x-upload-finalize-token': created.finalize_token };
  await client.json('POST', `/v1/uploads/${created.upload_id}/finalize`, {}, 200, owner);
  const path = `/v1/databases/${databaseId}/schemas/main/tables/tiny/loads`;
  await client.json('POST', path, { mode: 'replace', upload_id: created.upload_id });
}

async function lists(now: Subject): Promise<BenchRow[]> {
  const { id } = await now.client.json<{ id: string }>('POST', '/v1/databases', {}, 201);
  const header = Array.from({ length: 10 }, (_unused, column) => `c${column}`).join(',');
  for (let table = 0; table < 300; table += 1) {
    const path = `/v1/databases/${id}/schemas/main/tables/t${table}/loads`;
    const data = `${header}\n${header.replaceAll('c', '')}\n`;
    await now.client.json('POST', path, { mode: 'replace', format: 'csv', data });
  }
  const wide = now.client.with({ 'x-database-id': id, 'cache-control': 'no-cache' });
  const catalog = () => now.query('SELECT count(*) FROM information_schema.columns', wide);
  const shown = await pairedMedians(100, catalog, () => now.query(one));
  wide.close();
  const rows = [
    ratioRow(
      'SQL over information_schema.columns with 300 tables of 10 columns, p50, against `SELECT 1`',
      shown.left,
      shown.right,
      3,
    ),
  ];
  for (const [what, path] of [
    ['runs', '/v1/query-runs?limit=100'],
    ['results', '/v1/results?limit=100'],
  ] as const) {
    const page = await pairedMedians(
      200,
      () => now.database.json('GET', path, undefined),
      () => now.client.json('GET', `/v1/databases/${now.databaseId}`, undefined),
    );
    rows.push(
      ratioRow(
        `page of 100 ${what}, p50, against GET /v1/databases/{id}`,
        page.left,
        page.right,
        2,
      ),
    );
  }
  return rows;
}

function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statFields(Number(name));
    const parent = Number(fields?.[1] ?? -1);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** The fields of /proc/{pid}/stat behind the command's name: state, parent, ... (proc(5)). */
function statFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** User and system time; a tick of the kernel's clock is 10 ms. */
function cpuMsOf(pid: number): number {
  const fields = statFields(pid);
  return fields === null ? 0 : (Number(fields[11]) + Number(fields[12])) * 10;
}

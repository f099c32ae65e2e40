import { nameEmbedded } from '../indexing/embed-loaded.ts';
import { createDeferred } from '../kernel/deferred.ts';
import { badRequest, QuernError, resourceLocked } from '../kernel/errors.ts';
import { commitLoad } from '../lake/commit-load.ts';
import { advanceSnapshot, dropTable, endSchema, ensureSchema } from '../lake/declarations.ts';
import { assertUncollected } from '../loading/publish-files.ts';
import { type HeldLock, withLock } from '../locking/with-lock.ts';
import { presentVersions } from '../metadata/lake-store.ts';
import { tableLock } from '../metadata/lock-names.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import type { ScriptPart } from '../plan/hotsql/write/split-script.ts';
import {
  commandOf,
  type TargetName,
  type WriteStatement,
} from '../plan/statements/write-statement.ts';
import { type DatabaseView, emptyView } from '../querying/see/database-view.ts';
import { readDatabaseView } from '../querying/see/read-database-view.ts';
import type { PlannedQuery } from '../querying/understand/planned-query.ts';
import { performStatement } from './perform-statement.ts';
import { cannotSerialize } from './sql-errors.ts';
import type { WriteCaller } from './stage-rows.ts';
import type { StatementText } from './write-rows-of.ts';
import { type TableChange, WriteSession } from './write-session.ts';
import type { WritingServices } from './writing-services.ts';
import { keyOfPlace, type NamingOptions, placeOf, type WrittenPlace } from './written-target.ts';

/** What a script did, before it is committed. */
export interface PerformedScript {
  /** What gives the answer: the rows of RETURNING, those of a last SELECT, or a count. */
  readonly answer: PlannedQuery;
  readonly command: string;
  readonly rowsAffected: number | null;
  /** The answer is a count: nothing of it can fail once the script is committed. */
  readonly isCount: boolean;
  /**
   * Commits all changes as one snapshot. Throws 409 with 40001 if rows read by the script were
   * changed.
   */
  commit(): Promise<void>;
  /** Gives back the tables; to be called however it ended, once. */
  release(): void;
}

/**
 * The statements of a text, as one transaction. All statements see the database at the time when
 * the script locked the written tables, plus the effects of earlier statements in the text.
 */
export async function performScript(
  services: WritingServices,
  caller: WriteCaller,
  parts: readonly ScriptPart[],
  naming: NamingOptions,
): Promise<PerformedScript> {
  const { database, signal } = caller;
  if (parts.length > maxStatements)
    throw badRequest(`A text has at most ${maxStatements} statements; send several texts`);
  const statements = await services.planner.run(
    'readStatements',
    { texts: parts.map(({ sql }) => sql) },
    { workspaceId: database.workspace_id, signal, diesOf: 'text' },
  );
  const isRolledBack = checkTransaction(statements);
  const first = await readDatabaseView(services, database);
  const places = statements.flatMap((statement) => placesOf(first, statement, naming));
  if (places.length > maxStatements)
    throw badRequest(`A text writes to at most ${maxStatements} tables; send several texts`);
  const locks = await holdTables(services, caller, first, places);
  let session: WriteSession | undefined;
  try {
    session = new WriteSession(services, await readDatabaseView(services, database));
    const own = session;
    const startedAt = services.clock.now();
    let last: Last = { statement: null, returning: null, rowsAffected: 0, text: null };
    for (const [index, statement] of statements.entries()) {
      const text: StatementText = { ...naming, sql: parts[index]?.sql ?? '' };
      const written = await performStatement(services, caller, own, statement, text);
      const isControl = ['begin', 'commit', 'rollback'].includes(statement.kind);
      if (!isControl || last.statement === null) last = { statement, text, ...written };
      signal.throwIfAborted();
    }
    return {
      answer: await answerOf(services, caller, own, last, isRolledBack),
      isCount: last.returning === null && last.statement?.kind !== 'read',
      command: last.statement === null ? 'SELECT' : commandOf[last.statement.kind],
      rowsAffected: last.statement?.kind === 'read' ? null : last.rowsAffected,
      commit: () =>
        isRolledBack ? Promise.resolve() : commit(services, own, locks.held, startedAt),
      release() {
        own.release();
        locks.release();
      },
    };
  } catch (error) {
    session?.release();
    locks.release();
    throw error;
  }
}

/** Each target is a lock with a lease of its own. */
const maxStatements = 1000;

interface Last {
  readonly statement: WriteStatement | null;
  readonly returning: PlannedQuery | null;
  readonly rowsAffected: number;
  readonly text: StatementText | null;
}

/** BEGIN first and COMMIT or ROLLBACK last; whether the script takes everything back. */
function checkTransaction(statements: readonly WriteStatement[]): boolean {
  for (const [index, { kind }] of statements.entries()) {
    const isFirst = index === 0;
    const isLast = index === statements.length - 1;
    if (kind === 'begin' && !isFirst)
      throw badRequest(
        'BEGIN stands first in a script; the statements of one text are one transaction',
      );
    if ((kind === 'commit' || kind === 'rollback') && !isLast)
      throw badRequest('COMMIT and ROLLBACK stand last in a script; send what follows by itself');
  }
  return statements.at(-1)?.kind === 'rollback';
}

/** The tables that a statement writes. */
function placesOf(
  view: DatabaseView,
  statement: WriteStatement,
  naming: NamingOptions,
): WrittenPlace[] {
  const targets: readonly TargetName[] =
    'targets' in statement ? statement.targets : 'target' in statement ? [statement.target] : [];
  const renamed =
    statement.kind === 'rename_table' ? [{ ...statement.target, table: statement.to }] : [];
  return [...targets, ...renamed].map((target) => placeOf(view, target, naming));
}

interface HeldTables {
  readonly held: readonly HeldLock[];
  release(): void;
}

/** Holds the tables in the order of their names, so that no two scripts wait for each other. */
async function holdTables(
  services: WritingServices,
  { signal }: WriteCaller,
  view: DatabaseView,
  places: readonly WrittenPlace[],
): Promise<HeldTables> {
  const lakeId = view.lakes[view.snapshot.defaultCatalogIndex]?.lakeId ?? '';
  const sorted = [...new Map(places.map((place) => [keyOfPlace(place), place])).entries()].sort(
    ([one], [other]) => (one < other ? -1 : 1),
  );
  const held: HeldLock[] = [];
  const ended = createDeferred<void>();
  const release = () => ended.resolve();
  try {
    for (const [, place] of sorted)
      held.push(await hold(services, { lakeId, place, signal }, ended.promise));
  } catch (error) {
    release();
    throw error;
  }
  return { held, release };
}

/** The lock of a table, held until `ended`. */
function hold(
  services: WritingServices,
  {
    lakeId,
    place,
    signal,
  }: { readonly lakeId: string; readonly place: WrittenPlace; readonly signal: AbortSignal },
  ended: Promise<void>,
): Promise<HeldLock> {
  const { schema, table } = place;
  const busy = () =>
    resourceLocked(`Table '${schema}.${table}' is being written by other requests; try again`, 1);
  const taken = createDeferred<HeldLock>();
  const patience = { waitMs: services.settings.queryTimeoutS * 1000, signal };
  withLock(
    services,
    tableLock({ lakeId, schema, table }),
    busy,
    async (lock) => {
      taken.resolve(lock);
      await ended;
    },
    patience,
  ).catch((error: unknown) => taken.reject(error));
  return taken.promise;
}

/** The query that gives the answer of a script. */
async function answerOf(
  { queryPlans }: WritingServices,
  { database, signal }: WriteCaller,
  session: WriteSession,
  { statement, returning, rowsAffected, text }: Last,
  isRolledBack: boolean,
): Promise<PlannedQuery> {
  if (returning !== null && !isRolledBack) return returning;
  if (statement?.kind === 'read' && text !== null) {
    const asked = { ...text, dialect: 'hotsql' } as const;
    const query = await queryPlans.planSeen(database, asked, session.view(), signal);
    session.noteRead(query);
    return query;
  }
  return countQuery(database, isRolledBack ? 0 : rowsAffected);
}

/** Stands for a text that writes until the answer is known; the run has the text. */
export function standInFor(
  database: WriteCaller['database'],
  { sql, dialect }: Pick<PlannedQuery, 'sql' | 'dialect'>,
): PlannedQuery {
  return { ...countQuery(database, 0), sql, dialect };
}

/** One row of one column, `count`, as the answer of a statement without RETURNING. */
function countQuery(database: WriteCaller['database'], count: number): PlannedQuery {
  const sql = `SELECT CAST(${count} AS BIGINT) AS "count"`;
  const view = emptyView(database);
  const plan = {
    statementKind: 'select',
    sql,
    usesMacros: false,
    nullFreeColumns: [0],
    tables: [],
    defaultCatalog: view.snapshot.catalogs[0]?.names[0] ?? 'default',
    defaultSchema: 'main',
    declared: null,
    isChecked: true,
    classification: {
      numTables: 0,
      hasAggregation: false,
      hasGroupBy: false,
      hasJoin: false,
      hasLimit: false,
      hasOrderBy: false,
      hasPredicate: false,
      hasProjection: true,
      limitsToOne: false,
    },
  } as const;
  return {
    sql,
    dialect: 'hotsql',
    plan,
    view,
    widen: async () => plan,
    inWordsOfText: (error) => error,
  };
}

/** All changes of a session in one transaction, and so as one snapshot. */
async function commit(
  services: WritingServices,
  session: WriteSession,
  locks: readonly HeldLock[],
  startedAt: number,
): Promise<void> {
  if (session.changes.length === 0 && session.schemas.size === 0) return;
  const now = services.clock.now();
  await services.metadata.transaction(async (trx) => {
    for (const lock of locks) await lock.assertHeld(trx);
    assertUncollected(services, startedAt);
    await assertUnchanged(trx, session);
    for (const [schema, state] of session.schemas) {
      if (state !== 'created') continue;
      const snapshot = await advanceSnapshot(trx, session.lakeId, `create schema ${schema}`, now);
      await ensureSchema(trx, session.lakeId, schema, { snapshot, now });
    }
    for (const change of session.changes) await commitTable(trx, session.lakeId, change, now);
    for (const [schema, state] of session.schemas) {
      if (state !== 'dropped') continue;
      const snapshot = await advanceSnapshot(trx, session.lakeId, `drop schema ${schema}`, now);
      await endSchema(trx, session.lakeId, schema, snapshot);
    }
  });
}

/** Tables that the script only reads are unchanged, so the script has its place in an order. */
async function assertUnchanged(trx: MetadataTransaction, session: WriteSession): Promise<void> {
  const versions = session.readVersions;
  if (versions.size === 0) return;
  const now = await presentVersions(trx, [...versions.keys()]);
  for (const [table, version] of versions) if (now.get(table) !== version) throw cannotSerialize();
}

async function commitTable(
  trx: MetadataTransaction,
  lakeId: string,
  { place, base, present, content, embedded }: TableChange,
  now: number,
): Promise<void> {
  const { schema, table } = place;
  const isAnother = base !== null && base.id !== present?.id;
  if (isAnother) await dropTable(trx, lakeId, schema, table, now);
  if (present === null) return;
  const found = base !== null && !isAnother ? base : null;
  const target = { lakeId, schema, table, found, layout: present.layout };
  try {
    await commitLoad(trx, target, content.toContent(), found ? 'write' : 'create', now);
  } catch (error) {
    // The table was held all along: what another commit changed was not by its lock.
    if (error instanceof QuernError && error.code === 'CONFLICT') throw cannotSerialize();
    throw error;
  }
  for (const files of embedded) await nameEmbedded(trx, files);
}

import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { EmbeddingOrigins } from '../embeddings/embedding-origins.ts';
import type { LocalModels } from '../embeddings/local/local-models.ts';
import type { Embedder, SystemProvider } from '../embeddings/provider.ts';
import type { Engine, EngineFiles } from '../engine/engine.ts';
import type { EngineTasks } from '../engine/tasks/engine-tasks.ts';
import type { PlannerTasks } from '../engine/tasks/planner-tasks.ts';
import type { Job } from '../jobs/job-row.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { Clock } from '../kernel/clock.ts';
import type { LakeCatalogs } from '../lake/lake-catalogs.ts';
import type { Locks } from '../metadata/locks.ts';
import type { Nodes } from '../metadata/nodes.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { ShortLivedTokens } from '../scope/short-lived-tokens.ts';
import type { SignInCodes } from '../scope/sign-in-codes.ts';
import type { SearchTasks } from '../search/worker/search-tasks.ts';
import type { SecretVault } from '../secrets/secret-vault.ts';
import type { SourceReader } from '../sources/source.ts';
import type { DamageTally } from './damage-tally.ts';
import type { DeadlyReads } from './deadly-reads.ts';
import type { QueryPlans } from './queries/planned-query.ts';
import type { ResultReuse } from './queries/result-reuse.ts';
import type { TextsOverMemory } from './queries/texts-over-memory.ts';
import type { EndedRuns } from './query-runs/ended-runs.ts';
import type { RememberedRows } from './remembered-rows.ts';
import type { EndedResults } from './results/ended-results.ts';
import type { JsonBudget } from './results/json-budget.ts';
import type { StoreHealth } from './results/store-health.ts';
import type { Turns } from './turns.ts';

/**
 * What operations work with; made once in compose.ts. Each names those that it uses, and is given
 * no others: `Pick<Services, ...>`, or a name below for larger pieces of work.
 */
export interface Services {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Logger;
  /** This process among the nodes of the service. */
  readonly nodeId: string;
  /** True from the moment the process was told to stop. */
  isStopping(): boolean;
  readonly metadata: Metadata;
  readonly nodes: Nodes;
  readonly locks: Locks;
  /** Loads of this process that wait for a lock, in the order of asking. */
  readonly turns: Turns;
  readonly jobs: JobStore;
  /** The job once it has ended, or null when it has not within `timeoutMs`. */
  waitForJob(id: string, timeoutMs: number, signal: AbortSignal): Promise<Job | null>;
  readonly objects: ObjectStore;
  readonly lakes: LakeCatalogs;
  /** Runs queries, loads and encodings. */
  readonly engine: Engine<EngineTasks>;
  /** Parses and translates SQL: short work that must not wait behind queries. */
  readonly planner: Engine<PlannerTasks>;
  /** Builds segments of indexes and searches them. */
  readonly search: Engine<SearchTasks>;
  /** What the tasks of `engine` and `search` read and leave. */
  readonly files: EngineFiles;
  readonly queryPlans: QueryPlans;
  readonly shortLivedTokens: ShortLivedTokens;
  readonly signInCodes: SignInCodes;
  /** Seals the values of secrets, and opens them for the process that connects with them. */
  readonly vault: SecretVault;
  /** Reads the databases that connections lead to, in processes of their own. */
  readonly sources: SourceReader;
  /** Asks embedding providers, in processes of their own. */
  readonly embedder: Embedder;
  readonly embeddingOrigins: EmbeddingOrigins;
  /** Models that the operator put on this machine. */
  readonly localModels: LocalModels;
  /** By name. */
  readonly systemProviders: readonly SystemProvider[];
  readonly jsonBudget: JsonBudget;
  readonly storeHealth: StoreHealth;
  readonly damage: DamageTally;
  readonly deadlyReads: DeadlyReads;
  /** Answers that may be given again. */
  readonly reuse: ResultReuse;
  /** Queries that exceeded their memory a short while ago. */
  readonly textsOverMemory: TextsOverMemory;
  readonly remembered: RememberedRows;
  /** Lists of records that nothing changes any more. */
  readonly ended: { readonly runs: EndedRuns; readonly results: EndedResults };
  /** Queries that this process runs, by run id. */
  readonly runningQueries: Map<string, RunningQuery>;
}

/** What holds a lock. */
export type LockServices = Pick<Services, 'locks' | 'log' | 'metadata' | 'nodeId' | 'turns'>;

/** What has texts embedded. */
export type EmbeddingServices = Pick<
  Services,
  | 'clock'
  | 'embedder'
  | 'embeddingOrigins'
  | 'localModels'
  | 'metadata'
  | 'settings'
  | 'systemProviders'
  | 'vault'
>;

/** What builds segments of indexes. */
export type SegmentServices = EmbeddingServices & Pick<Services, 'files' | 'log' | 'search'>;

/** What writes the files of a table anew. */
export type CompactionServices = SegmentServices &
  Pick<Services, 'damage' | 'engine' | 'lakes' | 'locks' | 'nodeId' | 'objects'>;

/** What brings rows into a table. */
export type LoadServices = CompactionServices & Pick<Services, 'turns'>;

/** What reads tables of the lake. */
export type ReadServices = Pick<
  Services,
  'clock' | 'damage' | 'files' | 'lakes' | 'log' | 'metadata' | 'objects' | 'remembered'
>;

/** What finds the files and the hits that a query reads. */
export type OpeningServices = ReadServices &
  EmbeddingServices &
  Pick<Services, 'engine' | 'search'>;

/** What executes a planned query. */
export type ExecutionServices = OpeningServices &
  Pick<
    Services,
    'isStopping' | 'nodeId' | 'reuse' | 'runningQueries' | 'storeHealth' | 'textsOverMemory'
  >;

/** What answers a query, from its text on. */
export type QueryServices = ExecutionServices &
  Pick<Services, 'jobs' | 'queryPlans' | 'sources' | 'waitForJob'>;

/** What brings a table of a source up to date. */
export type SyncServices = LockServices &
  Pick<
    Services,
    | 'clock'
    | 'engine'
    | 'files'
    | 'lakes'
    | 'metadata'
    | 'objects'
    | 'settings'
    | 'sources'
    | 'vault'
  >;

export interface RunningQuery {
  /** Stops it; the run becomes `cancelled`, with the reason as its message. */
  cancel(reason: string): void;
  /** Settles, never with an error, when the run has its final state. */
  readonly done: Promise<void>;
  /** Asynchronous, accepted, and not yet with a worker. */
  readonly isWaiting: boolean;
  /** Whether its row in `query_runs` is committed. */
  readonly isRecorded: boolean;
}

import type { Readable } from 'node:stream';
import type { Told } from './protocol.ts';
import type { ReplyOf, RequestOf, TaskTable } from './task.ts';
import type { ResultColumn } from './types/result-columns.ts';

/**
 * The engine as everybody else sees it: requests and replies that could cross a network. A file is
 * named by what it is (an object and what it must be, or a name that the engine gave it) and never
 * by where it lies; whoever runs the task opens it, and keeps it open while it runs. The one
 * implementation is `engine/host/local-engine.ts`, over worker processes of this machine.
 */
export interface Engine<Tasks extends TaskTable> {
  /**
   * Opens the files that the request names and runs the task. Fails as `EnginePool.run` does, with
   * STORED_DATA_DAMAGED where a file is not what was written, and with what the object store says.
   */
  run<Name extends keyof Tasks & string>(
    task: Name,
    request: AskedSource<Tasks[Name]>,
    options: EngineRunOptions,
  ): Promise<AskedReply<Tasks[Name]>>;
  /** Throws 429 when a task of the workspace would be refused now. */
  assertRoom(workspaceId: string): void;
}

/** Files at the engine's side: those that tasks left there, and those that are kept there. */
export interface EngineFiles {
  /**
   * Keeps the file at hand for several tasks, until `discard`: what is fetched or made of it is so
   * once.
   */
  hold(file: StoredFile, options: FileUse): Promise<{ file: HeldFile; sizeBytes: number }>;
  /** The bytes of a file; STORED_DATA_DAMAGED where it is not there in its size. */
  read(file: StoredFile, options: FileUse): Promise<{ stream: Readable; sizeBytes: number }>;
  /** The bytes of a file that a task left. */
  stream(file: EngineFile): Readable;
  /** A new file of these bytes, until `discard`. */
  write(bytes: AsyncIterable<Uint8Array>): Promise<HeldFile>;
  /** Makes a file that a task left, synced, the object under `key`. */
  publish(key: string, file: EngineFile): Promise<void>;
  /**
   * The same for many, which wait for the disk together; the folders they were left in are gone
   * then, however it ended.
   */
  publishAll(files: readonly PublishedAs[]): Promise<void>;
  /** Lets go of what is held, and removes what a task left; what is neither is no error. */
  discard(files: readonly EngineFile[]): Promise<void>;
  /**
   * A folder for what others than tasks write for tasks to read; `name` says what it is for.
   */
  folder(name: string): Promise<StagingFolder>;
  /**
   * What is known of an object beside its size; undefined where it is missing. What was looked at
   * once is not looked at again.
   */
  look(file: SummedFile): Promise<LookedFile | undefined>;
}

export interface PublishedAs {
  readonly key: string;
  readonly file: EngineFile;
}

/** On whose behalf a file is opened. */
export type FileUse = Pick<EngineRunOptions, 'workspaceId' | 'signal'>;

export type EngineFile = StoredFile | HeldFile;

/** An object, which never changes, and what it must be. */
export interface StoredFile {
  readonly key: string;
  /** How a sentence names what it is of: `table 'default.main.t'`, `result 'rslt...'`. */
  readonly subject: string;
  readonly sizeBytes?: number | undefined;
  /** CRC-32 of its bytes. */
  readonly checksum?: number | undefined;
  /** Who reads it says so where it is missing: then a path that leads nowhere is given. */
  readonly isOptional?: true;
  /**
   * Not held against what was written where a task fails: a caller's own bytes, or those of a kind
   * that holds itself against a sum.
   */
  readonly isUnchecked?: true;
  /** Its bytes, where no object has them: `key` is a name alone then. */
  readonly content?: GivenContent;
}

/** A file by value, or rows that a Parquet file is made of (`keepRows`). */
export type GivenContent =
  | { readonly bytes: Uint8Array | string }
  | {
      readonly rows: Uint8Array;
      readonly columns: readonly ResultColumn[];
      readonly rowCount: number;
    };

/** A file at the engine's side, by the name that it gave. */
export interface HeldFile {
  readonly held: string;
}

export interface SummedFile {
  readonly key: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface LookedFile {
  /** Undefined where nobody has looked at it yet. */
  readonly isWhole: boolean | undefined;
  /** Holds it against its size and SHA-256. */
  check(): Promise<boolean>;
}

export interface StagingFolder {
  /** For who writes into it, on this machine: a source worker. Tasks take what `file` gives. */
  readonly path: string;
  /** A folder in it. */
  folder(name: string): Promise<StagingFolder>;
  file(name: string): HeldFile;
  /** With all that is in it. */
  remove(): Promise<void>;
}

export interface EngineRunOptions {
  readonly workspaceId: string;
  readonly signal?: AbortSignal;
  /** Milliseconds; the query time limit where absent. */
  readonly deadlineMs?: number;
  /**
   * Milliseconds of the time limit that tasks before this one have taken, which share it; what this
   * one takes is added.
   */
  readonly timeSpent?: { ms: number };
  /** `large` work leaves one of several workers to small work; `small` where absent. */
  readonly size?: 'small' | 'large';
  /** Prefers the worker whose last task was of the same; any where it is busy. */
  readonly affinity?: string;
  /** What the task is told besides: its text crosses once to a worker while others are told it. */
  readonly told?: Told;
  /** Wait for a worker as long as it takes, not only for the queue's time limit. */
  readonly waitsForTurn?: boolean;
  /**
   * Runs once a worker is assigned; the task prepares but executes nothing before it ended well.
   * When it fails, so does the task.
   */
  readonly onStart?: () => Promise<void>;
  readonly onPart?: (part: unknown) => void;
  /** QUERN_QUERY_THREADS where absent. */
  readonly threads?: number;
  /** What messages call the work: 'query' where absent. */
  readonly subject?: string;
  /**
   * What of the caller's is to blame when two workers in a row crash under it; absent: nothing is.
   */
  readonly diesOf?: 'text' | 'file';
  /** Not run again where its worker died: it reads an object that may end the next one too. */
  readonly runsOnce?: boolean;
}

/** Fields of tasks that hold local paths, and of those who ask that name files in their place. */
type FileField = 'path' | 'paths' | 'directory' | `${string}Path` | `${string}Paths`;

type FileIn<Path> = Path extends string
  ? EngineFile
  : Path extends readonly string[]
    ? readonly EngineFile[]
    : Path;

/**
 * A task's request or reply as it is said across this port: files for paths. `resultPath`, which
 * the side that runs the task decides upon, is not said.
 */
export type Asked<T> = T extends ArrayBufferView
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Asked<Item>[]
    : T extends object
      ? {
          [Field in keyof T as Field extends 'resultPath' ? never : Field]: Field extends FileField
            ? FileIn<T[Field]>
            : Asked<T[Field]>;
        }
      : T;

/**
 * A request, or what makes it once a worker waits for it: its files are not opened while the task
 * waits for its turn.
 */
export type AskedSource<T> = Asked<RequestOf<T>> | (() => Promise<Asked<RequestOf<T>>>);

/** `result`: the file that a task with a `resultPath` wrote, where it did. */
export type AskedReply<T> =
  RequestOf<T> extends { readonly resultPath: string }
    ? Asked<ReplyOf<T>> & { readonly result: HeldFile }
    : Asked<ReplyOf<T>>;

/** Files that engine tasks read and write. */
export interface HasFiles {
  readonly files: EngineFiles;
}

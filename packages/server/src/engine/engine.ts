import type { Readable } from 'node:stream';
import type { Told } from './protocol.ts';
import type { ReplyOf, RequestOf, TaskTable } from './task.ts';
import type { ResultColumn } from './types/result-columns.ts';

/**
 * The engine's port for the rest of the service: requests and replies that could cross a network. A
 * file is named by identity (an object with its expectations, or a name from the engine) and never
 * by path. The side that runs the task opens the file, and keeps the file open during the task. The
 * only implementation is `engine/host/local-engine.ts`, over worker processes of this machine.
 */
export interface Engine<Tasks extends TaskTable> {
  /**
   * Opens the files of the request and runs the task. Errors are those of `EnginePool.run`,
   * STORED_DATA_DAMAGED for a file that differs from the written file, and the errors of the object
   * store.
   */
  run<Name extends keyof Tasks & string>(
    task: Name,
    request: AskedSource<Tasks[Name]>,
    options: EngineRunOptions,
  ): Promise<AskedReply<Tasks[Name]>>;
  /** Throws 429 when a task of the workspace would be refused now. */
  assertRoom(workspaceId: string): void;
}

/** Files at the engine's side: outputs of tasks, and held files. */
export interface EngineFiles {
  /**
   * Holds the file for several tasks, until `discard`. Fetching or making the file happens once.
   */
  hold(file: StoredFile, options: FileUse): Promise<{ file: HeldFile; sizeBytes: number }>;
  /** The bytes of a file. Throws STORED_DATA_DAMAGED for a missing file or another size. */
  read(file: StoredFile, options: FileUse): Promise<{ stream: Readable; sizeBytes: number }>;
  /** The bytes of a task's output. */
  stream(file: EngineFile): Readable;
  /** A new file with the bytes, until `discard`. */
  write(bytes: AsyncIterable<Uint8Array>): Promise<HeldFile>;
  /** Makes a synced output of a task the object under `key`. */
  publish(key: string, file: EngineFile): Promise<void>;
  /**
   * Publishes many files as `publish` does, with one wait for the disk. The folders of the files
   * are removed in any case.
   */
  publishAll(files: readonly PublishedAs[]): Promise<void>;
  /** Releases held files and removes outputs of tasks. Other files are no error. */
  discard(files: readonly EngineFile[]): Promise<void>;
  /**
   * A folder for files that are not written by tasks but read by tasks. `name` says the purpose.
   */
  folder(name: string): Promise<StagingFolder>;
  /**
   * Known facts about an object besides its size; undefined for a missing object. A verified object
   * is not verified again.
   */
  look(file: SummedFile): Promise<LookedFile | undefined>;
}

export interface PublishedAs {
  readonly key: string;
  readonly file: EngineFile;
}

/** The workspace and signal for opening a file. */
export type FileUse = Pick<EngineRunOptions, 'workspaceId' | 'signal'>;

export type EngineFile = StoredFile | HeldFile;

/** An immutable object, with its expectations. */
export interface StoredFile {
  readonly key: string;
  /** The subject in messages: `table 'default.main.t'`, `result 'rslt...'`. */
  readonly subject: string;
  readonly sizeBytes?: number | undefined;
  /** CRC-32 of the object's bytes. */
  readonly checksum?: number | undefined;
  /** A missing object is the reader's concern: the path then leads nowhere. */
  readonly isOptional?: true;
  /**
   * A failed task does not verify the object: the bytes are a caller's own, or of a kind with its
   * own checksum.
   */
  readonly isUnchecked?: true;
  /** The bytes, where no object has them. `key` is then only a name. */
  readonly content?: GivenContent;
}

/** A file by value, or rows for a Parquet file (`keepRows`). */
export type GivenContent =
  | { readonly bytes: Uint8Array | string }
  | {
      readonly rows: Uint8Array;
      readonly columns: readonly ResultColumn[];
      readonly rowCount: number;
    };

/** A file at the engine's side, by the engine's name. */
export interface HeldFile {
  readonly held: string;
}

export interface SummedFile {
  readonly key: string;
  readonly sizeBytes: number;
  /** The digest in hexadecimal. */
  readonly sha256: string;
}

export interface LookedFile {
  /** Undefined before the first verification. */
  readonly isWhole: boolean | undefined;
  /** Compares the object with its size and SHA-256. */
  check(): Promise<boolean>;
}

export interface StagingFolder {
  /** The path for a writer on this machine: a source worker. Tasks use the result of `file`. */
  readonly path: string;
  /** A folder in the folder. */
  folder(name: string): Promise<StagingFolder>;
  file(name: string): HeldFile;
  /** Removes the folder with its content. */
  remove(): Promise<void>;
}

export interface EngineRunOptions {
  readonly workspaceId: string;
  readonly signal?: AbortSignal;
  /** The time limit in milliseconds. Absent: the query time limit. */
  readonly deadlineMs?: number;
  /**
   * Milliseconds of a shared time limit that earlier tasks have used. The task adds its own time.
   */
  readonly timeSpent?: { ms: number };
  /** `large` work leaves one of several workers to small work. Absent: `small`. */
  readonly size?: 'small' | 'large';
  /**
   * Prefers the worker whose last task had the same affinity. Any other worker serves where that
   * worker is busy.
   */
  readonly affinity?: string;
  /** A text besides the request. The text reaches a worker once for consecutive tasks. */
  readonly told?: Told;
  /** The task waits for a worker without a limit, not only for the queue's time limit. */
  readonly waitsForTurn?: boolean;
  /**
   * Runs once a worker is assigned. The task prepares, and executes nothing before `onStart`
   * succeeds. A failure of `onStart` fails the task.
   */
  readonly onStart?: () => Promise<void>;
  readonly onPart?: (part: unknown) => void;
  /** The number of threads. Absent: QUERN_QUERY_THREADS. */
  readonly threads?: number;
  /** The name of the work in messages. Absent: `query`. */
  readonly subject?: string;
  /** The caller's part to blame when two workers in a row crash. Absent: no part. */
  readonly diesOf?: 'text' | 'file';
  /**
   * The task does not run again after the death of its worker: an object that the task reads may
   * kill the next worker too.
   */
  readonly runsOnce?: boolean;
}

/** Fields with local paths in tasks, and with files in requests across the port. */
type FileField = 'path' | 'paths' | 'directory' | `${string}Path` | `${string}Paths`;

type FileIn<Path> = Path extends string
  ? EngineFile
  : Path extends readonly string[]
    ? readonly EngineFile[]
    : Path;

/**
 * A task's request or reply across the port, with files for paths. `resultPath` is absent, because
 * the side that runs the task chooses the path.
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
 * A request, or a function that creates the request once a worker is assigned. Files of the latter
 * are not open while the task waits for its turn.
 */
export type AskedSource<T> = Asked<RequestOf<T>> | (() => Promise<Asked<RequestOf<T>>>);

/** `result` is the file of a task with a `resultPath`, where the task wrote the file. */
export type AskedReply<T> =
  RequestOf<T> extends { readonly resultPath: string }
    ? Asked<ReplyOf<T>> & { readonly result: HeldFile }
    : Asked<ReplyOf<T>>;

/** Files that engine tasks read and write. */
export interface HasFiles {
  readonly files: EngineFiles;
}

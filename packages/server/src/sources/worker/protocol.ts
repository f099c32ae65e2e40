import type { HostRules } from '../host-rules.ts';
import type {
  CheckReport,
  DiscoveredTable,
  DiscoverFilter,
  ExtractProgress,
  ExtractRequest,
  ExtractSummary,
  SourceConfig,
} from '../source.ts';
import type { SourceErrorClass } from '../source-error.ts';

/** The kinds of work for a worker, with progress and result messages. */
export type SourceWork =
  | { readonly kind: 'check' }
  | { readonly kind: 'discover'; readonly filter: DiscoverFilter }
  | { readonly kind: 'extract'; readonly request: ExtractRequest };

export type SourcePart = readonly DiscoveredTable[] | ExtractProgress;
export type SourceReply = CheckReport | ExtractSummary | null;

/** child_process IPC with V8's serialization: configurations travel only over this channel. */
export type ToSourceWorker =
  | {
      readonly kind: 'work';
      readonly type: string;
      readonly config: SourceConfig;
      readonly rules: HostRules;
      readonly memoryBytes: number;
      readonly scratchFolder: string;
      /** Between two `received`. */
      readonly tellsEveryMs: number;
      readonly work: SourceWork;
    }
  /** The tables of the last part are dealt with: more may come. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'abort' };

export type FromSourceWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'part'; readonly part: SourcePart }
  /** Bytes received over the connections of this work; sent only for work with a connection. */
  | { readonly kind: 'received'; readonly bytes: number }
  | { readonly kind: 'reply'; readonly reply: SourceReply }
  | { readonly kind: 'failure'; readonly failure: SourceFailure };

/** A SourceError by value. */
export interface SourceFailure {
  readonly class: SourceErrorClass;
  readonly message: string;
  readonly sourceCode: string | undefined;
  readonly column?: string | undefined;
  /** Stack for the log, if no driver mapped the error: names code, and no data sent or received. */
  readonly detail: string | undefined;
}

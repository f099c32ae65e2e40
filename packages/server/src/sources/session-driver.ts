import { asNoRoom } from './no-room.ts';
import type {
  CheckReport,
  DiscoverFilter,
  ExtractRequest,
  SourceConfig,
  SourceContext,
  SourceDriver,
} from './source.ts';
import { SourceError } from './source-error.ts';

/** What is open between a driver and its source. */
export interface SourceSession {
  /** What failed on it, as a SourceError. */
  mapError(thrown: unknown): SourceError;
  close(): Promise<void>;
}

interface SessionWork<Session> {
  /**
   * Throws SourceErrors and leaves nothing open then. `folder`: of the extraction that it is opened
   * for.
   */
  open(context: SourceContext, config: SourceConfig, folder?: string): Promise<Session>;
  check(session: Session): Promise<CheckReport>;
  discover(session: Session, filter: DiscoverFilter): ReturnType<SourceDriver['discover']>;
  extract(
    session: Session,
    request: ExtractRequest,
    context: SourceContext,
    config: SourceConfig,
  ): ReturnType<SourceDriver['extract']>;
}

/**
 * A driver each of whose works has a session of its own: opened for it, closed after it, its errors
 * mapped.
 */
export function sessionDriver<Session extends SourceSession>(
  work: SessionWork<Session>,
): SourceDriver {
  return {
    async check(context, config) {
      const session = await work.open(context, config);
      try {
        return await work.check(session);
      } catch (error) {
        throw mapped(session, error);
      } finally {
        await session.close();
      }
    },

    async *discover(context, config, filter) {
      const session = await work.open(context, config);
      try {
        yield* work.discover(session, filter);
      } catch (error) {
        throw mapped(session, error);
      } finally {
        await session.close();
      }
    },

    async *extract(context, config, request) {
      const session = await work.open(context, config, request.folder);
      try {
        return yield* work.extract(session, request, context, config);
      } catch (error) {
        throw named(mapped(session, error), request);
      } finally {
        await session.close();
      }
    },
  };
}

/** A disk of this machine that is full says nothing of the source. */
const mapped = (session: SourceSession, thrown: unknown): SourceError =>
  asNoRoom(thrown) ?? session.mapError(thrown);

/** A query may read many tables, and what a server refuses of one does not say which. */
function named(failure: SourceError, { schema, table }: ExtractRequest): SourceError {
  const { message, sourceCode } = failure;
  const isOfTable = ['permission', 'not_found', 'table_failed'].includes(failure.class);
  if (!isOfTable || ['.', "'"].some((before) => message.includes(`${before}${table}'`)))
    return failure;
  const options = sourceCode === undefined ? {} : { sourceCode };
  return new SourceError(failure.class, `Table '${schema}.${table}': ${message}`, options);
}

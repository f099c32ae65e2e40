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

/** An open connection between a driver and its source. */
export interface SourceSession {
  /** Maps a failure of the session to a SourceError. */
  mapError(thrown: unknown): SourceError;
  close(): Promise<void>;
}

interface SessionWork<Session> {
  /**
   * Throws SourceErrors and then leaves nothing open. `folder`: the folder of the extraction, if
   * any.
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
 * A driver with a session per piece of work: opened before the work, closed after it, with mapped
 * errors.
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

/** A full disk of this machine is not the source's error. */
const mapped = (session: SourceSession, thrown: unknown): SourceError =>
  asNoRoom(thrown) ?? session.mapError(thrown);

/** A query may read many tables, and a server's refusal does not name the table. */
function named(failure: SourceError, { schema, table }: ExtractRequest): SourceError {
  const { message, sourceCode } = failure;
  const isOfTable = ['permission', 'not_found', 'table_failed'].includes(failure.class);
  if (!isOfTable || ['.', "'"].some((before) => message.includes(`${before}${table}'`)))
    return failure;
  const options = sourceCode === undefined ? {} : { sourceCode };
  return new SourceError(failure.class, `Table '${schema}.${table}': ${message}`, options);
}

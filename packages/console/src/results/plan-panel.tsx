import type { QueryRunProfile } from '@quern/client';
import { QuernError } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { catalogsQuery } from '../api/schema.ts';
import { hrefTo } from '../router.ts';
import { useClient, useMay } from '../session/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { bytesText, countText } from '../ui/numbers.ts';
import { type PlanNode, parsePlan } from './parse-plan.ts';
import type { Row } from './result-rows.ts';

/** A tree that scrolls by itself and takes the focus of keys. */
function PlanRegion({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section className="plan" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** EXPLAIN's lines as a tree. */
export function ExplainedPlan({ rows }: { readonly rows: readonly Row[] }) {
  const tree = parsePlan(rows.map(([line]) => String(line)));
  return (
    <PlanRegion label="Plan">
      <h2>Plan</h2>
      <ul>
        <PlanItem node={tree} />
      </ul>
    </PlanRegion>
  );
}

function PlanItem({ node }: { readonly node: PlanNode }) {
  return (
    <li>
      <div className="operator">
        <strong>{node.name}</strong>
        {node.details.map((detail) => (
          <div key={detail} className="muted small">
            {detail}
          </div>
        ))}
      </div>
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a plan never changes.
            <PlanItem key={index} node={child} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Profile of a run's operators, if kept. */
export function ProfilePanel({
  databaseId,
  runId,
}: {
  readonly databaseId: string;
  readonly runId: string;
}) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['profile', runId],
    queryFn: async ({ signal }) => {
      try {
        return await client.queryRuns.getProfile(
          { id: runId, database_id: databaseId },
          { signal },
        );
      } catch (error) {
        if (error instanceof QuernError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={query}>
      {(profile) =>
        profile === null ? (
          <p className="empty">
            No profile was kept of this run. Queries of a second or more have one; others are run
            with Profile.
          </p>
        ) : (
          <Profile profile={profile} databaseId={databaseId} />
        )
      }
    </Loaded>
  );
}

/** Pages of a database's tables, by the table's name in a profile. */
function usePageOf(databaseId: string): (name: string) => string | undefined {
  const client = useClient();
  const { data: catalogs } = useQuery({
    ...catalogsQuery(client, databaseId),
    enabled: useMay('databases:read'),
  });
  return useMemo(() => {
    const pages = new Map(
      (catalogs ?? []).flatMap(({ name: catalog, tables }) =>
        tables.map(({ schema, table }) => [
          `${catalog}.${schema}.${table}`,
          hrefTo(['data', databaseId, catalog, schema, table]),
        ]),
      ),
    );
    return (name) => pages.get(name);
  }, [catalogs, databaseId]);
}

function Profile({
  profile,
  databaseId,
}: {
  readonly profile: QueryRunProfile;
  readonly databaseId: string;
}) {
  const pageOf = usePageOf(databaseId);
  const longest = Math.max(0.001, ...profile.operators.map(({ time_ms }) => time_ms));
  return (
    <PlanRegion label="Profile">
      <p className="muted">
        {profile.total_ms.toFixed(1)} ms by the clock, {bytesText(profile.peak_memory_bytes)} of
        memory
        {profile.spilled_bytes > 0 ? `, ${bytesText(profile.spilled_bytes)} on disk` : ''}. Times
        are of all threads together.
      </p>
      <ul>
        <Operators {...{ profile, longest, pageOf }} parent={null} />
      </ul>
    </PlanRegion>
  );
}

function Operators({
  profile,
  parent,
  longest,
  pageOf,
}: {
  readonly profile: QueryRunProfile;
  readonly parent: number | null;
  readonly longest: number;
  readonly pageOf: (name: string) => string | undefined;
}) {
  return profile.operators
    .filter(({ parent_id }) => parent_id === parent)
    .map(({ id, name, table, time_ms, rows, details }) => (
      <li key={id}>
        <div className="operator">
          <strong>{name}</strong> {table && <TableName name={table} page={pageOf(table)} />}
          <span className="measures">
            <meter min={0} max={longest} value={time_ms} aria-label={`Time of ${name}`} />
            {time_ms.toFixed(1)} ms, {countText(rows)} {rows === 1 ? 'row' : 'rows'}
          </span>
          {Object.entries(details).map(([what, value]) => (
            <div key={what} className="muted small">
              {what}: {value}
            </div>
          ))}
        </div>
        {profile.operators.some(({ parent_id }) => parent_id === id) && (
          <ul>
            <Operators {...{ profile, longest, pageOf }} parent={id} />
          </ul>
        )}
      </li>
    ));
}

/** Table or function that an operator scans; a table of the database is a link. */
function TableName({ name, page }: { readonly name: string; readonly page: string | undefined }) {
  if (page === undefined) return <code>{name}</code>;
  return (
    <a href={page}>
      <code>{name}</code>
    </a>
  );
}

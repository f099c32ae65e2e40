import { useQuery } from '@tanstack/react-query';
import { hrefTo } from '../router.ts';
import { useClient } from '../session/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { lineagePicture } from './lineage-picture.ts';

/** Ancestors and forks of a database, as a picture of linked boxes. */
export function Lineage({
  databaseId,
  name,
}: {
  readonly databaseId: string;
  readonly name: string;
}) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['lineage', databaseId],
    queryFn: ({ signal }) =>
      client.databases.getLineage({ database_id: databaseId, forks_limit: 30 }, { signal }),
  });
  return (
    <Loaded query={query}>
      {(lineage) => {
        if (lineage.ancestors.length === 0 && lineage.forks.length === 0) {
          return (
            <p className="empty">
              It is no fork, and nothing was forked from it. A fork takes no time and no room until
              it differs.
            </p>
          );
        }
        const { boxes, lines, width, height } = lineagePicture(lineage, name);
        return (
          <figure className="scroll-x">
            <svg
              className="lineage"
              width={width}
              height={height}
              viewBox={`0 0 ${width} ${height}`}
            >
              <title>Lineage of {name}</title>
              {lines.map((line) => (
                <path key={line} d={line} />
              ))}
              {boxes.map(({ id, x, y, label, detail, isThis, exists }) => (
                <a
                  key={id}
                  href={exists ? hrefTo(['data', id]) : undefined}
                  className={isThis ? 'this' : exists ? '' : 'gone'}
                >
                  <rect x={x} y={y} width={190} height={48} rx={6} />
                  <text x={x + 12} y={y + 21}>
                    {label}
                  </text>
                  <text x={x + 12} y={y + 38} className="detail">
                    {detail}
                  </text>
                </a>
              ))}
            </svg>
            {lineage.fork_count > lineage.forks.length && (
              <figcaption className="muted">
                {lineage.fork_count - lineage.forks.length} older forks are not drawn.
              </figcaption>
            )}
          </figure>
        );
      }}
    </Loaded>
  );
}

import { useQuery } from '@tanstack/react-query';
import { databasesQuery } from '../api/queries.ts';
import { goTo } from '../router.ts';
import { useSession } from '../session/session.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** What kind of thing it leads to. */
  readonly kind: string;
  run(): void;
}

/** What the workspace holds, to go to: its databases. */
export function useCommands(): Command[] {
  const { client } = useSession();
  const { data } = useQuery(databasesQuery(client));
  return (data ?? []).map(({ id, name }) => ({
    id: `database ${id}`,
    label: name ?? id,
    kind: 'Database',
    run: () => goTo(['data', id]),
  }));
}

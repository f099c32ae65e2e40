import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Heading } from 'react-aria-components';
import { useDatabases } from '../api/databases.ts';
import { databaseQuery } from '../api/queries.ts';
import { hrefTo } from '../router.ts';
import { useClient } from '../session/session.ts';
import type { OfferedFile } from '../shell/offered-file.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Picker } from '../ui/picker.tsx';
import { LoadFile } from './load-file.tsx';
import '../styles/data.css';

/** Asks for the database of a dropped or pasted file, then for the load. */
export function LoadOffered({
  offered,
  close,
}: {
  readonly offered: OfferedFile;
  readonly close: () => void;
}) {
  const client = useClient();
  const { query, databases, current, isReady } = useDatabases();
  const [chosen, setChosen] = useState(offered.databaseId);
  const id = chosen ?? current;
  const database = useQuery({ ...databaseQuery(client, id ?? ''), enabled: id !== null });
  if (!isReady) return <Loaded query={query}>{() => null}</Loaded>;
  if (id === null)
    return (
      <>
        <Heading slot="title">Load {offered.file.name}</Heading>
        <p>
          There is no database yet to load it into.{' '}
          <a href={hrefTo(['data'])} onClick={close}>
            Make one
          </a>
          , then drop the file again.
        </p>
      </>
    );
  return (
    <>
      <Heading slot="title">Load {offered.file.name}</Heading>
      <Picker
        label="Into the database"
        value={id}
        options={databases.map(({ id, name }) => ({ id, label: name ?? id }))}
        onChange={setChosen}
      />
      <Loaded query={database}>
        {(found) => <LoadFile database={found} file={offered.file} close={close} />}
      </Loaded>
    </>
  );
}

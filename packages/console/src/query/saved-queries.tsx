import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  Form,
  Heading,
  Input,
  Label,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components';
import { useClient, useMay } from '../session/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { timeText } from '../ui/numbers.ts';
import { Problem } from '../ui/problem.tsx';
import { notify } from '../ui/toasts.tsx';
import { openSaved } from './open-saved.ts';
import { SavedVersions } from './saved-versions.tsx';
import type { EditorTab, EditorTabs } from './tabs.ts';

/** Saves the text of a tab, and opens saved queries. */
export function SavedQueries({
  tabs,
  front,
}: {
  readonly tabs: EditorTabs;
  readonly front: EditorTab;
}) {
  const client = useClient();
  const mayWrite = useMay('saved_queries:write');
  const cache = useQueryClient();
  const [isNaming, setNaming] = useState(false);
  const save = useMutation({
    mutationFn: (name: string | null) =>
      front.saved
        ? client.savedQueries.update({ id: front.saved.id, sql: front.sql })
        : client.savedQueries.create({ name: name ?? front.title, sql: front.sql }),
    onSuccess: ({ id, name, latest_version: version, sql }) => {
      tabs.change(front.id, { title: name, saved: { id, version, sql } });
      setNaming(false);
      notify(`Saved as version ${version} of ${name}.`);
      void cache.invalidateQueries({ queryKey: ['saved queries'] });
    },
  });
  return (
    <>
      {mayWrite && (
        <Button
          isDisabled={front.sql.trim() === '' || save.isPending}
          onPress={() => (front.saved ? save.mutate(null) : setNaming(true))}
        >
          Save
        </Button>
      )}
      <DialogTrigger>
        <Button>Saved queries</Button>
        <ModalOverlay className="overlay" isDismissable>
          <Modal className="modal">
            <Dialog>{({ close }) => <SavedList tabs={tabs} close={close} />}</Dialog>
          </Modal>
        </ModalOverlay>
      </DialogTrigger>
      {front.saved && <SavedVersions tabs={tabs} front={front} saved={front.saved} />}
      <ModalOverlay className="overlay" isOpen={isNaming} onOpenChange={setNaming} isDismissable>
        <Modal className="modal">
          <Dialog>
            <NameForm
              initial={front.title}
              error={save.error}
              isPending={save.isPending}
              onName={(name) => save.mutate(name)}
              close={() => setNaming(false)}
            />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

function NameForm({
  initial,
  error,
  isPending,
  onName,
  close,
}: {
  readonly initial: string;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onName: (name: string) => void;
  readonly close: () => void;
}) {
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        onName(String(new FormData(event.currentTarget).get('name')));
      }}
    >
      <Heading slot="title">Save this query</Heading>
      <TextField name="name" isRequired autoFocus defaultValue={initial} maxLength={255}>
        <Label>Name</Label>
        <Input />
      </TextField>
      {error && <Problem error={error} />}
      <div className="actions">
        <Button type="submit" className="primary" isDisabled={isPending}>
          Save
        </Button>
        <Button onPress={close}>Cancel</Button>
      </div>
    </Form>
  );
}

function SavedList({ tabs, close }: { readonly tabs: EditorTabs; readonly close: () => void }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['saved queries'],
    queryFn: async ({ signal }) =>
      (await client.savedQueries.list({ limit: 200 }, { signal })).queries,
  });
  const open = useMutation({
    mutationFn: (id: string) => openSaved(client, tabs, id),
    onSuccess: close,
  });
  return (
    <>
      <Heading slot="title">Saved queries</Heading>
      <Loaded query={query}>
        {(queries) =>
          queries.length === 0 ? (
            <p className="empty">
              Nothing is saved yet. Save keeps the text of a tab, with all of its versions.
            </p>
          ) : (
            <ul className="plain-list">
              {queries.map(({ id, name, updated_at, latest_version }) => (
                <li key={id}>
                  <Button className="quiet" onPress={() => open.mutate(id)}>
                    {name}
                  </Button>
                  <span className="muted small">
                    version {latest_version}, {timeText(updated_at)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {open.error && <Problem error={open.error} />}
      <div className="actions">
        <Button slot="close">Close</Button>
      </div>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useClient } from '../session/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { timeText } from '../ui/numbers.ts';
import { Picker } from '../ui/picker.tsx';
import type { EditorTab, EditorTabs } from './tabs.ts';

const TextDifference = lazyPart(
  () => import('./text-difference.tsx').then((module) => module.TextDifference),
  5,
);

interface Properties {
  readonly tabs: EditorTabs;
  readonly front: EditorTab;
  readonly saved: NonNullable<EditorTab['saved']>;
}

/** Compares a version of a saved query with the tab's text. */
export function SavedVersions({ tabs, front, saved }: Properties) {
  return (
    <DialogTrigger>
      <Button>Versions</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal wide">
          <Dialog>{({ close }) => <Versions {...{ tabs, front, saved, close }} />}</Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

function Versions({ tabs, front, saved, close }: Properties & { readonly close: () => void }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['saved versions', saved.id, saved.version],
    queryFn: async ({ signal }) =>
      (await client.savedQueries.listVersions({ id: saved.id, limit: 100 }, { signal })).versions,
  });
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <>
      <Heading slot="title">Versions of {front.title}</Heading>
      <Loaded query={query}>
        {(versions) => {
          const shown =
            versions.find(({ version }) => version === chosen) ?? versions[1] ?? versions[0];
          if (!shown) return <p className="empty">There is no version any more.</p>;
          return (
            <>
              <div className="actions">
                <Picker
                  label="Version"
                  isLabelHidden
                  value={String(shown.version)}
                  options={versions.map(({ version, created_at }) => ({
                    id: String(version),
                    label: `Version ${version}, ${timeText(created_at)}`,
                  }))}
                  onChange={(version) => setChosen(Number(version))}
                />
                <span className="muted">left; what the tab holds is right.</span>
              </div>
              <TextDifference earlier={shown.sql} later={front.sql} />
              <div className="actions">
                <Button
                  onPress={() => {
                    tabs.change(front.id, { sql: shown.sql });
                    close();
                  }}
                >
                  Take version {shown.version} into the tab
                </Button>
                <Button slot="close">Close</Button>
              </div>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

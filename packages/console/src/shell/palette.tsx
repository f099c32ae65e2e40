import { useEffect, useState } from 'react';
import {
  Autocomplete,
  Button,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { goTo } from '../router.ts';
import { signOut, useMay } from '../session/session.ts';
import { useCommands } from './commands.ts';
import { chooseFile } from './offered-file.ts';
import type { Page } from './pages.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** All commands by a part of their name: Ctrl-K, or Command-K. */
export function PaletteButton({ pages }: { readonly pages: readonly Page[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <Button className="quiet palette-button" onPress={() => setOpen(true)}>
        <span>Go to…</span> <kbd>{isMac ? '⌘' : 'Ctrl'} K</kbd>
      </Button>
      <ModalOverlay isOpen={isOpen} onOpenChange={setOpen} isDismissable className="overlay top">
        <Modal className="modal palette">
          <Dialog aria-label="Go to a page, or do something">
            <PaletteList pages={pages} close={() => setOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

function PaletteList({
  pages,
  close,
}: {
  readonly pages: readonly Page[];
  readonly close: () => void;
}) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const may = [useMay('databases:load'), useMay('databases:read')];
  const mayLoad = may.every(Boolean);
  const commands = [
    ...pages.map(({ name, label }) => ({
      id: `page ${name}`,
      label,
      kind: 'Page',
      run: () => goTo([name]),
    })),
    ...useCommands(),
    ...(mayLoad
      ? [{ id: 'load', label: 'Load a file', kind: 'Data', run: () => chooseFile(null) }]
      : []),
    {
      id: 'documentation',
      label: 'Documentation',
      kind: 'Help',
      run: () => window.location.assign('./docs/'),
    },
    { id: 'sign-out', label: 'Sign out', kind: 'Account', run: () => signOut() },
  ];
  const run = (id: string) => {
    close();
    commands.find((command) => command.id === id)?.run();
  };
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label="What to go to or do" autoFocus>
        <Input placeholder="A page, a database, a table, a saved query…" />
      </SearchField>
      <Menu
        items={commands}
        onAction={(key) => run(String(key))}
        renderEmptyState={() => <p className="muted">Nothing has that name.</p>}
      >
        {({ id, label, kind }) => (
          <MenuItem id={id} textValue={label}>
            <span>{label}</span> <span className="muted small">{kind}</span>
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}

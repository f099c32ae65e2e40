import { useEffect, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useKept } from '../kept-state.ts';
import { parseRoute } from '../router.ts';
import { useMay } from '../session/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { notify } from '../ui/toasts.tsx';
import { offeredFile } from './offered-file.ts';

const LoadOffered = lazyPart(
  () => import('../data/load-offered.tsx').then((module) => module.LoadOffered),
  4,
);

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Database of the open page, by address. */
function databaseInSight(): string | null {
  const [page, id] = parseRoute(window.location.hash).segments;
  return page === 'data' ? (id ?? null) : null;
}

/** Accepts a file dropped anywhere and previews the file before a load. */
export function DropAnywhere() {
  const [mayLoad, mayRead] = [useMay('databases:load'), useMay('databases:read')];
  const isTaken = mayLoad && mayRead;
  const offered = useKept(offeredFile);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isTaken) return;
    const stop = new AbortController();
    // Runs before any page or editor, which would take the file's text.
    const options = { signal: stop.signal, capture: true };
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(false);
      const [file, ...more] = event.dataTransfer?.files ?? [];
      // A load of the shown file may be under way.
      if (offeredFile.get() !== null || more.length > 0) notify('One file is loaded at a time.');
      if (file && offeredFile.get() === null)
        offeredFile.set({ file, databaseId: databaseInSight() });
    };
    window.addEventListener('dragover', over, options);
    window.addEventListener('dragleave', leave, options);
    window.addEventListener('drop', drop, options);
    return () => stop.abort();
  }, [isTaken]);
  return (
    <>
      {isOver && <div className="drop-over">Drop the file to load it as a table</div>}
      <ModalOverlay
        className="overlay"
        isOpen={offered !== null}
        onOpenChange={(isOpen) => !isOpen && offeredFile.set(null)}
      >
        <Modal className="modal wide">
          <Dialog aria-label="Load a file">
            {offered && <LoadOffered offered={offered} close={() => offeredFile.set(null)} />}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

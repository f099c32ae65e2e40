import type { DatabaseDetailResponse } from '@quern/client';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useMay } from '../session/session.ts';
import { LoadFile } from './load-file.tsx';

/** Takes a file that is dropped anywhere on a page, or chosen by its button. */
export function DropZone({
  database,
  children,
}: {
  readonly database: DatabaseDetailResponse;
  readonly children: ReactNode;
}) {
  const mayLoad = useMay('databases:load');
  const [file, setFile] = useState<File | null>(null);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  if (!mayLoad) return children;
  const take = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    setFile(event.dataTransfer.files[0] ?? null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same without a mouse.
    <div
      className={isOver ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setOver(false);
      }}
      onDrop={take}
    >
      {children}
      <div className="drop-foot">
        <Button onPress={() => input.current?.click()}>Load a file…</Button>
        <span className="muted small">CSV, JSON or Parquet, or drop it here</span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File to load"
          onChange={(event) => {
            setFile(event.currentTarget.files?.[0] ?? null);
            event.currentTarget.value = '';
          }}
        />
      </div>
      <ModalOverlay
        className="overlay"
        isOpen={file !== null}
        onOpenChange={(isOpen) => !isOpen && setFile(null)}
      >
        <Modal className="modal wide">
          <Dialog aria-label="Load a file">
            {file && <LoadFile database={database} file={file} close={() => setFile(null)} />}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  );
}

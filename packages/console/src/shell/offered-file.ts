import { KeptState } from '../kept-state.ts';

/** A file that is to be loaded, and the database that was looked at, where there was one. */
export interface OfferedFile {
  readonly file: File;
  readonly databaseId: string | null;
}

export const offeredFile = new KeptState<OfferedFile | null>(null);

/** Lets the reader choose a file, and offers it as if it had been dropped. */
export function chooseFile(databaseId: string | null): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) offeredFile.set({ file, databaseId });
  });
  input.click();
}

import { KeptState } from '../kept-state.ts';

/** A file to load, with the database of the open page, if any. */
export interface OfferedFile {
  readonly file: File;
  readonly databaseId: string | null;
}

export const offeredFile = new KeptState<OfferedFile | null>(null);

/** Opens the file picker, and offers the file like a dropped one. */
export function chooseFile(databaseId: string | null): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) offeredFile.set({ file, databaseId });
  });
  input.click();
}

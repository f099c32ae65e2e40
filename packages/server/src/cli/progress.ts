import type { UploadProgress } from '@quern/client';
import type { Terminal } from './terminal.ts';

/** A bar on standard error, where somebody watches. */
export function progressOf(
  terminal: Terminal,
  label: string,
  now: () => number = () => performance.now(),
) {
  const began = now();
  return {
    show({ sentBytes, totalBytes }: UploadProgress): void {
      const rate = `${bytesText(sentBytes / Math.max(0.001, (now() - began) / 1000))}/s`;
      if (totalBytes === undefined) {
        terminal.status(`${label}  ${bytesText(sentBytes)}  ${rate}`);
        return;
      }
      const part = totalBytes === 0 ? 1 : sentBytes / totalBytes;
      const filled = Math.round(part * 24);
      const bar = '█'.repeat(filled) + '░'.repeat(24 - filled);
      const percent = `${Math.floor(part * 100)}%`.padStart(4);
      terminal.status(
        part < 1 ? `${label}  ${bar} ${percent}  ${rate}` : `${label}  ${bar} ${percent}  loading`,
      );
    },
    end: () => terminal.status(null),
  };
}

export function bytesText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

import { useEffect, useSyncExternalStore } from 'react';
import { isText, readStored, writeStored } from '../browser-storage.ts';
import { KeptState, useKept } from '../kept-state.ts';

/** `system` follows the browser. */
export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'quern.theme';
const isTheme = (value: unknown): value is Theme =>
  isText(value) && ['system', 'light', 'dark'].includes(value);
const theme = new KeptState<Theme>(
  readStored(window.localStorage, storageKey, isTheme) ?? 'system',
);

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const hearSystem = (listener: () => void) => {
  systemIsDark.addEventListener('change', listener);
  return () => systemIsDark.removeEventListener('change', listener);
};

/** True if the document is dark now; for drawings, which styles do not reach. */
export function useIsDark(): boolean {
  const chosen = useKept(theme);
  const isSystemDark = useSyncExternalStore(hearSystem, () => systemIsDark.matches);
  return chosen === 'dark' || (chosen === 'system' && isSystemDark);
}

/** Applies the chosen theme to the document, and returns the theme. */
export function useTheme(): Theme {
  const chosen = useKept(theme);
  useEffect(() => {
    if (chosen === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  }, [chosen]);
  return chosen;
}

export function chooseTheme(chosen: Theme): void {
  writeStored(window.localStorage, storageKey, chosen);
  theme.set(chosen);
}

import { isRecord, isText, readStored, writeStored } from '../browser-storage.ts';
import { KeptState } from '../kept-state.ts';

/**
 * A text that somebody works on. Kept in the browser, so that nothing that was written is lost with
 * the page.
 */
export interface EditorTab {
  readonly id: string;
  readonly title: string;
  readonly sql: string;
  readonly dialect: string;
  /** Null until the tab is shown where there is a database. It changes by a choice alone. */
  readonly databaseId: string | null;
  /** The saved query that it came from or was saved as. */
  readonly saved: { readonly id: string; readonly version: number; readonly sql: string } | null;
  /** Its last run, which goes on without the page. */
  readonly run: { readonly id: string; readonly databaseId: string } | null;
  /** Milliseconds since the epoch: of two windows' words on a tab the later holds. */
  readonly changedAt: number;
  readonly isClosed: boolean;
}

/** Closed tabs are known for so long, so that another window does not bring them back. */
const closedMs = 24 * 3600_000;

/**
 * The tabs of somebody in one workspace, the same in all windows of the browser; which one is in
 * front is each window's own.
 */
export class EditorTabs {
  readonly #key: string;
  readonly tabs: KeptState<readonly EditorTab[]>;
  readonly frontId: KeptState<string>;

  constructor(key: string, firstSql = '') {
    this.#key = key;
    const kept = this.#read();
    const tabs = kept.some(({ isClosed }) => !isClosed)
      ? kept
      : [...kept, newTab('Query 1', firstSql)];
    this.tabs = new KeptState<readonly EditorTab[]>(tabs);
    const wanted = readStored(window.sessionStorage, this.#key, isText);
    const front = this.open.find(({ id }) => id === wanted) ?? this.open[0];
    this.frontId = new KeptState(front?.id ?? '');
  }

  get open(): readonly EditorTab[] {
    return this.tabs.get().filter(({ isClosed }) => !isClosed);
  }

  get front(): EditorTab | undefined {
    return this.open.find(({ id }) => id === this.frontId.get());
  }

  /** Hears of what other windows change, until the function that is given is called. */
  listen(): () => void {
    const hear = (event: StorageEvent) => {
      if (event.key !== this.#key) return;
      this.tabs.set(merged(this.tabs.get(), this.#read()));
      this.#keepFrontOpen();
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }

  bringToFront(id: string): void {
    this.frontId.set(id);
    writeStored(window.sessionStorage, this.#key, id);
  }

  add(fields: Partial<EditorTab> = {}): string {
    const tab = { ...newTab(this.#freeTitle(), ''), ...fields };
    this.#write([...this.tabs.get(), tab]);
    this.bringToFront(tab.id);
    return tab.id;
  }

  change(id: string, fields: Partial<EditorTab>): void {
    this.#write(
      this.tabs
        .get()
        .map((tab) => (tab.id === id ? { ...tab, ...fields, changedAt: Date.now() } : tab)),
    );
  }

  close(id: string): void {
    const databaseId = this.open.find((tab) => tab.id === id)?.databaseId ?? null;
    this.change(id, { isClosed: true, sql: '', run: null });
    this.#keepFrontOpen(databaseId);
  }

  #keepFrontOpen(databaseId: string | null = null): void {
    if (this.open.some((tab) => tab.id === this.frontId.get())) return;
    const last = this.open.at(-1);
    if (last) this.bringToFront(last.id);
    else this.add({ databaseId });
  }

  #freeTitle(): string {
    const titles = new Set(this.open.map(({ title }) => title));
    for (let number = 1; ; number += 1)
      if (!titles.has(`Query ${number}`)) return `Query ${number}`;
  }

  #read(): readonly EditorTab[] {
    const now = Date.now();
    const kept = readStored(window.localStorage, this.#key, isTabs) ?? [];
    return kept.filter(({ isClosed, changedAt }) => !isClosed || changedAt > now - closedMs);
  }

  /** What another window wrote meanwhile stays. */
  #write(tabs: readonly EditorTab[]): void {
    const all = merged(tabs, this.#read());
    writeStored(window.localStorage, this.#key, all);
    this.tabs.set(all);
  }
}

function newTab(title: string, sql: string): EditorTab {
  // Not randomUUID, which browsers have on secure pages only.
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const changedAt = Date.now();
  return {
    id,
    title,
    sql,
    dialect: 'hotsql',
    databaseId: null,
    saved: null,
    run: null,
    changedAt,
    isClosed: false,
  };
}

/** Ours in their order, each in its later form, and behind them what only the others have. */
export function merged(
  ours: readonly EditorTab[],
  theirs: readonly EditorTab[],
): readonly EditorTab[] {
  const others = new Map(theirs.map((tab) => [tab.id, tab]));
  const later = ours.map((tab) => {
    const other = others.get(tab.id);
    others.delete(tab.id);
    return other && other.changedAt > tab.changedAt ? other : tab;
  });
  return [...later, ...others.values()];
}

function isTabs(value: unknown): value is readonly EditorTab[] {
  return (
    Array.isArray(value) &&
    value.every(
      (tab) =>
        isRecord(tab) &&
        [tab.id, tab.title, tab.sql, tab.dialect].every(isText) &&
        typeof tab.changedAt === 'number' &&
        typeof tab.isClosed === 'boolean',
    )
  );
}

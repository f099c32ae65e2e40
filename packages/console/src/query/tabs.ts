import { isRecord, isText, readStored, writeStored } from '../browser-storage.ts';
import { KeptState } from '../kept-state.ts';

/** A text in work. The browser stores the text, so a lost page loses nothing. */
export interface EditorTab {
  readonly id: string;
  readonly title: string;
  readonly sql: string;
  readonly dialect: string;
  /** Null until the tab is first shown with a database. Only a choice changes the database. */
  readonly databaseId: string | null;
  /** Saved query of the tab, opened or saved. */
  readonly saved: { readonly id: string; readonly version: number; readonly sql: string } | null;
  /** Last run, which goes on without the page. */
  readonly run: { readonly id: string; readonly databaseId: string } | null;
  /** Milliseconds since the epoch: of two windows' words on a tab the later holds. */
  readonly changedAt: number;
  readonly isClosed: boolean;
}

/** Retention of closed tabs, so another window does not bring a closed tab back. */
const closedMs = 24 * 3600_000;

/**
 * Tabs of a reader in one workspace, shared by all windows of the browser. Each window has its own
 * front tab.
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

  /** Subscribes to changes by other windows; returns the function that unsubscribes. */
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

  /** Changes by another window stay. */
  #write(tabs: readonly EditorTab[]): void {
    const all = merged(tabs, this.#read());
    writeStored(window.localStorage, this.#key, all);
    this.tabs.set(all);
  }
}

function newTab(title: string, sql: string): EditorTab {
  // Browsers have randomUUID on secure pages only.
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

/** Own tabs in order, each in the later form, then tabs of other windows. */
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

import { type Client, createClient, QuernError } from '@quern/client';
import { isRecord, isText, readStored, writeStored } from '../browser-storage.ts';
import { KeptState, useKept } from '../kept-state.ts';

/** Facts about the session's token and its permissions: the answer of `GET /v1/me`. */
export type Identity = Awaited<ReturnType<Client['tokens']['getOwn']>>;

export interface Session {
  readonly token: string;
  readonly identity: Identity;
  readonly workspaceId: string;
  readonly client: Client;
}

/**
 * `unknown` until the service was asked about the token that was kept; `reason` says why a session
 * is over.
 */
export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signed-out'; readonly reason?: string | undefined }
  | { readonly kind: 'signed-in'; readonly session: Session };

/**
 * `browser`: until somebody signs out. `tab`: until the tab is closed. `memory`: until the page is
 * left or loaded again.
 */
export type Keeping = 'memory' | 'tab' | 'browser';

/** Address of the service, derived from the page's address behind any proxy path. */
export const serviceUrl = new URL('.', document.baseURI).href;

/** People wait less long than programs: what does not pass soon is told. */
const clientFor = (token: string, workspaceId?: string) =>
  createClient({ url: serviceUrl, token, workspaceId, retries: 2, longestWaitMs: 5_000 });

const storageKey = `quern.session ${serviceUrl}`;
const handedKey = `quern.handed ${serviceUrl}`;
const workspaceKey = `quern.workspace ${serviceUrl}`;

const state = new KeptState<SessionState>({ kind: 'unknown' });

export function useSessionState(): SessionState {
  return useKept(state);
}

/** Session of the pages for a signed-in reader. */
export function useSession(): Session {
  const now = useKept(state);
  if (now.kind !== 'signed-in') throw new Error('this page is for who is signed in');
  return now.session;
}

export const useClient = () => useSession().client;
export const useMay = (permission: string) =>
  useSession().identity.permissions.includes(permission);

/** Signs in with a token. Rejects with the service's words where it is refused. */
export async function signIn(token: string, keeping: Keeping): Promise<void> {
  const session = await openSession(token);
  forgetToken();
  if (keeping === 'tab') writeStored(window.sessionStorage, storageKey, token);
  if (keeping === 'browser') writeStored(window.localStorage, storageKey, token);
  state.set({ kind: 'signed-in', session });
}

/** Signs in with the one-time code of a link, for as long as this tab is open. */
export async function signInByCode(code: string): Promise<void> {
  const { token } = await clientFor('').tokens.redeemCode({ code });
  await signIn(token, 'tab');
}

/**
 * Reloads the page. A token that was only in memory is handed to the next page, again only in
 * memory. Rejects if the page cannot be loaded.
 */
export async function reloadKeepingSession(): Promise<void> {
  const { ok, status } = await fetch(serviceUrl, { cache: 'no-store' });
  if (!ok)
    throw new Error(`The service answers ${status} in place of the console. Try again soon.`);
  const now = state.get();
  const isKept = [window.sessionStorage, window.localStorage].some(
    (storage) => readStored(storage, storageKey, isText) !== null,
  );
  if (now.kind === 'signed-in' && !isKept)
    writeStored(window.sessionStorage, handedKey, now.session.token);
  window.location.reload();
}

/** Takes the token of the page before, and removes the token from storage. */
function takeHanded(): string | null {
  const token = readStored(window.sessionStorage, handedKey, isText);
  writeStored(window.sessionStorage, handedKey, undefined);
  return token;
}

/** Continues with the stored token of the tab or browser. */
export async function resume(): Promise<void> {
  // A sign-in link precedes a stored token.
  if (window.location.hash.startsWith('#/sign-in/')) return state.set({ kind: 'signed-out' });
  const token =
    takeHanded() ??
    readStored(window.sessionStorage, storageKey, isText) ??
    readStored(window.localStorage, storageKey, isText);
  if (token === null) return state.set({ kind: 'signed-out' });
  try {
    state.set({ kind: 'signed-in', session: await openSession(token) });
  } catch (error) {
    if (isRefused(error)) forgetToken();
    state.set({ kind: 'signed-out', reason: wordsOf(error) });
  }
}

/** Removes all texts at the sign-out, because another person may use the browser next. */
export function signOut(): void {
  const now = state.get();
  endSession();
  if (now.kind !== 'signed-in') return;
  const { identity, workspaceId } = now.session;
  for (const id of new Set([
    workspaceId,
    ...identity.workspaces.map((workspace) => workspace.id),
  ])) {
    writeStored(window.localStorage, tabsKeyOf(identity, id), undefined);
    writeStored(window.sessionStorage, tabsKeyOf(identity, id), undefined);
  }
}

function endSession(reason?: string): void {
  forgetToken();
  state.set({ kind: 'signed-out', reason });
}

/** Ends the session when the service refuses the token. */
export function endIfRefused(error: unknown): void {
  if (isRefused(error) && state.get().kind === 'signed-in') {
    endSession(
      'The token has expired or was revoked. Sign in again; what you wrote is still here.',
    );
  }
}

/**
 * Storage key of a person's texts. Tokens belong to no person and a new token has a new id, so kind
 * and name identify a person over renewed tokens and sign-in links.
 */
export function tabsKeyOf(
  { kind, name, id }: Pick<Identity, 'kind' | 'name' | 'id'>,
  workspaceId: string,
): string {
  return `quern.tabs ${workspaceId} ${kind} ${name || id}`;
}

export function enterWorkspace(workspaceId: string): void {
  const now = state.get();
  if (now.kind !== 'signed-in') return;
  writeStored(window.localStorage, workspaceKey, workspaceId);
  const { token } = now.session;
  const client = clientFor(token, workspaceId);
  state.set({ kind: 'signed-in', session: { ...now.session, workspaceId, client } });
}

async function openSession(token: string): Promise<Session> {
  const identity = await clientFor(token).tokens.getOwn();
  const known = readStored(window.localStorage, workspaceKey, isText);
  const workspace = identity.workspaces.find(({ id }) => id === known) ?? identity.workspaces[0];
  if (!workspace)
    throw new Error('This token enters no workspace. Create one, or use another token.');
  return {
    token,
    identity,
    workspaceId: workspace.id,
    client: clientFor(token, workspace.id),
  };
}

function forgetToken(): void {
  writeStored(window.sessionStorage, storageKey, undefined);
  writeStored(window.localStorage, storageKey, undefined);
}

const isRefused = (error: unknown) => error instanceof QuernError && error.status === 401;

/** Sentence of an error for people; the operator's log has the request id. */
export function wordsOf(error: unknown): string {
  if (error instanceof QuernError) return error.message;
  if (error instanceof TypeError)
    return 'The service does not answer. Is it running, and are you connected?';
  return error instanceof Error ? error.message : String(error);
}

export function requestIdOf(error: unknown): string | undefined {
  return isRecord(error) && isText(error.requestId) ? error.requestId : undefined;
}

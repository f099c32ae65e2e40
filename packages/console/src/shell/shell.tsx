import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hrefTo, useRoute } from '../router.ts';
import { useSession } from '../session/session.ts';
import { PageErrors } from '../ui/page-errors.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { AccountMenu } from './account-menu.tsx';
import { DropAnywhere } from './drop-anywhere.tsx';
import { pages } from './pages.ts';
import { PaletteButton } from './palette.tsx';
import { WorkspacePicker } from './workspace-picker.tsx';

/** Frame of every page: navigation and account. */
export function Shell({ queryClient }: { readonly queryClient: QueryClient }) {
  useEffect(() => () => queryClient.clear(), [queryClient]);
  const { identity } = useSession();
  const { segments } = useRoute();
  const shown = pages.filter(({ permission }) => identity.permissions.includes(permission));
  const offered = shown.filter(({ isHidden }) => !isHidden);
  const current =
    shown.find(({ name }) => name === segments[0]) ??
    (segments.length === 0 ? shown[0] : undefined);
  useEffect(() => {
    document.title = current ? `${current.label} - Quern` : 'Quern';
  }, [current]);
  return (
    <div className="shell">
      <button
        type="button"
        className="skip"
        onClick={() => document.getElementById('content')?.focus()}
      >
        Skip to content
      </button>
      <header className="topbar">
        <a className="brand" href={hrefTo([])} aria-label="Quern, first page">
          <img src="./quern.svg" alt="" width={24} height={24} /> Quern
        </a>
        <WorkspacePicker />
        <span className="spring" />
        <PaletteButton pages={offered} />
        <AccountMenu />
      </header>
      <nav className="rail" aria-label="Pages">
        {offered.map(({ name, label, icon }) => (
          <a
            key={name}
            href={hrefTo([name])}
            aria-current={current?.name === name ? 'page' : undefined}
          >
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d={icon} />
            </svg>
            <span>{label}</span>
          </a>
        ))}
        <a href="./docs/">
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M5 4h8a2 2 0 0 1 2 2v10H7a2 2 0 0 1-2-2zM5 14a2 2 0 0 1 2-2h8M8 7h4" />
          </svg>
          <span>Documentation</span>
        </a>
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also where nothing in it takes the focus. */}
      <main id="content" className="content" tabIndex={0}>
        {current ? (
          <PageErrors key={current.name}>
            <current.Component />
          </PageErrors>
        ) : (
          <NoSuchPage />
        )}
      </main>
      <DropAnywhere />
      <Toasts />
    </div>
  );
}

function NoSuchPage() {
  return (
    <section className="page">
      <h1>There is no such page</h1>
      <p>
        The address may be of another version, or of what your token may not see.{' '}
        <a href={hrefTo([])}>Go to the first page</a>.
      </p>
    </section>
  );
}

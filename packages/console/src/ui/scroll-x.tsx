import type { ReactNode } from 'react';

/** What may be wider than the page: it scrolls by itself, and keys reach it. */
export function ScrollX({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section className="scroll-x" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

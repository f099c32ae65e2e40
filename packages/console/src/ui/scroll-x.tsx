import type { ReactNode } from 'react';

/** Content that may be wider than the page; scrolls by itself and takes the focus of keys. */
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

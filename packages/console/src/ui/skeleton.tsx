/** Bars in place of text. The bars appear after 300 ms, so fast answers do not flicker. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike and never change places.
        <div key={index} />
      ))}
    </div>
  );
}

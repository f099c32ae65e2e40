/**
 * Bars where text will be. They appear only after 300 ms, so that what comes at once does not
 * flicker.
 */
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

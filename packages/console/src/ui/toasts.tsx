import { Button } from 'react-aria-components';
import { KeptState, useKept } from '../kept-state.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
}

const shownMs = 8_000;
const toasts = new KeptState<readonly Toast[]>([]);
let lastId = 0;

/** Reports a success for some seconds. Failures are shown where they happened. */
export function notify(text: string): void {
  lastId += 1;
  const toast = { id: lastId, text };
  toasts.update((shown) => [...shown.slice(-2), toast]);
  window.setTimeout(() => dismiss(toast.id), shownMs);
}

function dismiss(id: number): void {
  toasts.update((shown) => shown.filter((toast) => toast.id !== id));
}

export function Toasts() {
  const shown = useKept(toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text }) => (
        <div key={id} className="toast">
          {text}
          <Button className="quiet" aria-label="Dismiss" onPress={() => dismiss(id)}>
            ×
          </Button>
        </div>
      ))}
    </div>
  );
}

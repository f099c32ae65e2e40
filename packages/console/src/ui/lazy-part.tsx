import { type ComponentType, createElement, useEffect, useState } from 'react';
import { reloadKeepingSession } from '../session/session.ts';
import { Problem } from './problem.tsx';
import { Skeleton } from './skeleton.tsx';

/**
 * A part of the console that is loaded when first shown. React's `lazy` remembers a failure as long
 * as the page is open, and so does a browser for a script. A part missed during a restart, or
 * renamed by an upgrade, comes with a reload of the page.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  lines = 4,
): ComponentType<P> {
  let loading: Promise<ComponentType<P>> | undefined;
  let loaded: ComponentType<P> | undefined;
  return function LazyPart(properties: P) {
    const [part, setPart] = useState<ComponentType<P> | undefined>(() => loaded);
    const [error, setError] = useState<unknown>(null);
    useEffect(() => {
      if (loaded) return;
      let isShown = true;
      loading ??= load();
      loading.then(
        (component) => {
          loaded = component;
          if (isShown) setPart(() => component);
        },
        (reason: unknown) => {
          loading = undefined;
          if (isShown) setError(reason);
        },
      );
      return () => {
        isShown = false;
      };
    }, []);
    if (part) return createElement(part, properties);
    if (error !== null) return <Missing />;
    return <Skeleton lines={lines} />;
  };
}

/** Texts and the session survive the reload. */
function Missing() {
  const [isTrying, setTrying] = useState(false);
  const [problem, setProblem] = useState(missing);
  async function retry() {
    setTrying(true);
    try {
      await reloadKeepingSession();
    } catch (error) {
      // Nothing would come in place of the page.
      setProblem(error as Error);
      setTrying(false);
    }
  }
  return <Problem error={problem} retry={isTrying ? undefined : () => void retry()} />;
}

const missing = new Error(
  'This part of the console did not come: the service was restarted or upgraded. "Try again" loads the console anew; what you wrote stays.',
);

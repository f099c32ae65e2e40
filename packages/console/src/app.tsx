import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useRoute } from './router.ts';
import { endIfRefused, useSessionState } from './session/session.ts';
import { SignInPage } from './session/sign-in-page.tsx';
import { Shell } from './shell/shell.tsx';
import { useTheme } from './shell/theme.ts';

/** No retries here: the client repeats transient failures. */
const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endIfRefused }),
  mutationCache: new MutationCache({ onError: endIfRefused }),
  defaultOptions: { queries: { retry: false, staleTime: 5_000 } },
});

export function App() {
  useTheme();
  const session = useSessionState();
  const { segments } = useRoute();
  if (session.kind === 'unknown') return <main className="sign-in" aria-busy="true" />;
  if (session.kind === 'signed-out' || segments[0] === 'sign-in') {
    return <SignInPage reason={session.kind === 'signed-out' ? session.reason : undefined} />;
  }
  const { workspaceId, identity } = session.session;
  // A change of token or workspace drops all cached answers.
  return (
    <QueryClientProvider client={queryClient}>
      <Shell key={`${identity.id} ${workspaceId}`} queryClient={queryClient} />
    </QueryClientProvider>
  );
}

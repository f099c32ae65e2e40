import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, Checkbox, Form, Input, Label, TextField } from 'react-aria-components';
import { replaceAddress, useRoute } from '../router.ts';
import { signIn, signInByCode, wordsOf } from './session.ts';

/** Takes a token, or the code of the link that the service printed. */
export function SignInPage({ reason }: { readonly reason?: string | undefined }) {
  const { segments } = useRoute();
  const code = segments[0] === 'sign-in' ? segments[1] : undefined;
  const [problem, setProblem] = useState(reason ?? null);
  const [isBusy, setBusy] = useState(code !== undefined);
  const tried = useRef(false);

  useEffect(() => {
    if (code === undefined || tried.current) return;
    tried.current = true;
    // Runs before the code is used: a code belongs in no history.
    replaceAddress([]);
    signInByCode(code)
      .catch((error: unknown) => setProblem(wordsOf(error)))
      .finally(() => setBusy(false));
  }, [code]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    try {
      await signIn(
        String(fields.get('token') ?? '').trim(),
        fields.get('keep') === 'on' ? 'browser' : 'memory',
      );
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  }

  return (
    <main className="sign-in">
      <Form onSubmit={submit} className="card">
        <h1>
          <img src="./quern.svg" alt="" width={32} height={32} /> Quern
        </h1>
        <p className="muted">
          Sign in with an access token. The first start of the service printed one;{' '}
          <a href="./docs/">the documentation</a> needs none.
        </p>
        {problem !== null && (
          <p role="alert" className="problem">
            {problem}
          </p>
        )}
        <TextField
          name="token"
          type="password"
          isRequired
          autoComplete="current-password"
          autoFocus
        >
          <Label>Access token</Label>
          <Input placeholder="qn_…" spellCheck={false} />
        </TextField>
        <Checkbox name="keep" value="on">
          <span className="box" aria-hidden /> Keep me signed in on this browser
        </Checkbox>
        <Button type="submit" className="primary" isDisabled={isBusy}>
          Sign in
        </Button>
      </Form>
    </main>
  );
}

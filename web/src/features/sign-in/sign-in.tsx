import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../../api/errors.ts';
import { expectSession } from '../../api/refresh.ts';
import { keptToken } from '../../data/link-token.ts';
import { askMeta, mayRegister, meta } from '../../data/meta.ts';
import { session, signIn } from '../../data/session.ts';
import { setShared } from '../../data/shared-device.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { explain } from '../../ui/explain.ts';
import { CheckField, Field, PasswordField } from '../../ui/field.tsx';
import { NarrowForm, FormProblem, Narrow } from '../../ui/narrow.tsx';
import { useTitle } from '../../ui/page.tsx';

/** Returns `next` if it is a path of this origin, otherwise `/`. This prevents an open redirect. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/';

/** True if the user says that the device is shared. The choice applies to both ways of signing in. */
const shared = signal(false);

export function SignIn() {
  const { query, route } = useLocation();
  const { state } = session.value;
  const next = safeNext(query['next']);
  useTitle(t('signIn.title'));
  useEffect(() => void askMeta(), []);
  const token = next === '/join' ? keptToken(next) : null;
  const [invitation, setInvitation] = useState('');
  const hasGoogle = meta.value?.features.google === true;
  useEffect(() => {
    // Over plain http the browser has no function for this hash, and Google accepts no such address.
    if (token !== null && hasGoogle) void sha256(token).then((hash) => setInvitation(`&invitation=${hash}`));
  }, [token, hasGoogle]);
  useEffect(() => {
    if (state === 'in') route(next, true);
    // A wall tablet that was restarted opens the start page. It is not signed in, so it is redirected here, and from
    // here to the display.
    else if (next === '/' && localStorage.getItem('planner.display') !== null) route('/display', true);
  }, [state]);
  const withNext = (path: string) => (next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`);
  return (
    <Narrow
      title={t('signIn.greeting')}
      text={t('signIn.text')}
      foot={
        <>
          {mayRegister(token !== null) && <a href={withNext('/register')}>{t('signIn.register')}</a>}
          <a href="/forgot">{t('signIn.forgot')}</a>
        </>
      }
    >
      {query['authError'] !== undefined && (
        <FormProblem>
          {t(query['authError'] === 'REGISTRATION_CLOSED' ? 'register.closed' : 'signIn.googleFailed')}
        </FormProblem>
      )}
      <SignInForm />
      {hasGoogle && (
        <a
          href={`/v1/auth/google/start?next=${encodeURIComponent(next)}${invitation}`}
          onClick={() => {
            setShared(shared.value);
            // The session will begin during the redirects between Google and the service. No page of the client runs
            // then, so the session is recorded here in advance.
            expectSession();
          }}
        >
          {t('signIn.google')}
        </a>
      )}
    </Narrow>
  );
}

/**
 * Returns the SHA-256 of a text in hexadecimal. Sign-in with Google gets this hash of an invitation's token, because
 * the secret token itself must not be in the URLs of the sign-in.
 */
async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The form for e-mail address and password. If `email` is given, only the person with this address may sign in.
 */
export function SignInForm({ email: given }: { email?: string }) {
  const [email, setEmail] = useState(given ?? '');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await signIn(email.trim(), password, given === undefined ? shared.value : undefined);
    } catch (error) {
      setProblem(explainError(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <NarrowForm onSubmit={() => void submit()}>
      <Field
        label={t('signIn.email')}
        type="email"
        name="email"
        autocomplete="username"
        autocapitalize="none"
        missing={t('missing.email')}
        value={email}
        readOnly={given !== undefined}
        onValue={setEmail}
      />
      <PasswordField
        label={t('signIn.password')}
        name="password"
        autocomplete="current-password"
        missing={t('missing.password')}
        autoFocus={given !== undefined}
        value={password}
        onValue={setPassword}
      />
      {given === undefined && (
        <CheckField
          label={t('signIn.shared')}
          hint={t('signIn.sharedHint')}
          checked={shared.value}
          onCheck={(is) => (shared.value = is)}
        />
      )}
      {problem !== null && <FormProblem>{problem}</FormProblem>}
      <Button type="submit" look="main" wide busy={isBusy}>
        {t('signIn.submit')}
      </Button>
    </NarrowForm>
  );
}

function explainError(error: unknown): string {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'INVALID_CREDENTIALS' || code === 'VALIDATION_FAILED') return t('signIn.wrong');
  if (code === 'COOKIES_DROPPED') return t('signIn.cookiesDropped');
  return explain(error);
}

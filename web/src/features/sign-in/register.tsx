import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError, refusedFields } from '../../api/errors.ts';
import { keptToken } from '../../data/link-token.ts';
import { askMeta, mayRegister, meta } from '../../data/meta.ts';
import { register, session } from '../../data/session.ts';
import { language, t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { explain } from '../../ui/explain.ts';
import { CheckField, Field, PasswordField } from '../../ui/field.tsx';
import { NarrowForm, FormProblem, Narrow } from '../../ui/narrow.tsx';
import { useTitle } from '../../ui/page.tsx';
import { safeNext } from './sign-in.tsx';

const PASSWORD_MIN = 10;

/**
 * Creates an account. Afterwards it opens the page in the query `next`, such as an invitation, or else the first-run
 * setup.
 */
export function Register() {
  const { query, route } = useLocation();
  const next = safeNext(query['next']);
  const [displayName, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [shared, share] = useState(false);
  const { state } = session.value;
  const invitation = keptToken('/join');
  const min = meta.value?.limits.passwordMin ?? PASSWORD_MIN;
  useTitle(t('register.title'));
  useEffect(() => void askMeta(), []);
  useEffect(() => {
    if (state === 'in') route(next === '/' ? '/welcome' : next, true);
  }, [state]);
  const submit = async () => {
    if (isBusy) return;
    setError(null);
    setBusy(true);
    try {
      const about = {
        email: email.trim(),
        password,
        locale: language.value,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(invitation !== null && { invitation }),
        displayName: displayName.trim(),
      };
      await register(about, shared);
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  };
  const foot = (
    <a href={`/sign-in${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`}>{t('register.signIn')}</a>
  );
  if (!mayRegister(invitation !== null) || (error instanceof ApiError && error.code === 'FORBIDDEN'))
    return (
      <Narrow title={t('register.closed')} foot={foot}>
        <p>
          {t(meta.value?.features.registrationMode === 'invited' ? 'register.invited' : 'register.disabled')}
        </p>
      </Narrow>
    );
  const fields = refusedFields(error);
  const isTaken = error instanceof ApiError && error.code === 'EMAIL_ALREADY_USED';
  const isShownInField =
    fields.has('email') || fields.has('password') || fields.has('displayName') || isTaken;
  return (
    <Narrow title={t('register.title')} text={t('register.text')} foot={foot}>
      <NarrowForm onSubmit={() => void submit()}>
        <Field
          label={t('register.name')}
          name="name"
          autocomplete="name"
          maxLength={80}
          missing={t('missing.name')}
          value={displayName}
          onValue={setName}
          error={fields.has('displayName') ? t('register.nameRefused') : undefined}
        />
        <Field
          label={t('signIn.email')}
          type="email"
          name="email"
          autocomplete="email"
          autocapitalize="none"
          missing={t('missing.email')}
          value={email}
          onValue={setEmail}
          error={
            isTaken ? t('register.emailTaken') : fields.has('email') ? t('register.emailRefused') : undefined
          }
        />
        <PasswordField
          label={t('signIn.password')}
          name="password"
          autocomplete="new-password"
          missing={t('missing.newPassword')}
          value={password}
          onValue={setPassword}
          hint={t('register.passwordHint', { count: min })}
          error={fields.has('password') ? t('register.passwordRefused', { count: min }) : undefined}
        />
        <CheckField
          label={t('signIn.shared')}
          hint={t('signIn.sharedHint')}
          checked={shared}
          onCheck={share}
        />
        {error !== null && !isShownInField && <FormProblem>{explain(error)}</FormProblem>}
        <Button type="submit" look="main" wide busy={isBusy}>
          {t('register.submit')}
        </Button>
      </NarrowForm>
    </Narrow>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { api, ok } from '../../api/client.ts';
import { refusedFields } from '../../api/errors.ts';
import { askMeta, meta } from '../../data/meta.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { explain } from '../../ui/explain.ts';
import { Field } from '../../ui/field.tsx';
import { NarrowForm, FormProblem, Narrow } from '../../ui/narrow.tsx';
import { useTitle } from '../../ui/page.tsx';

/** Requests a link to reset the password. The answer is the same whether or not the account exists. */
export function Forgot() {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  useTitle(t('forgot.title'));
  useEffect(() => void askMeta(), []);
  const submit = () => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    ok(api.POST('/v1/auth/password/forgot', { body: { email: email.trim() } }))
      .then(() => setSent(true), setError)
      .finally(() => setBusy(false));
  };
  // Without a mail server, the e-mail is stored as a file, and the operator of the service has to pass it on.
  const isMailed = meta.value?.features.mail !== false;
  const isNoAddress = refusedFields(error).has('email');
  return (
    <Narrow
      title={t('forgot.title')}
      text={t(isMailed ? 'forgot.text' : 'forgot.noMail')}
      foot={<a href="/sign-in">{t('register.signIn')}</a>}
    >
      {isSent ? (
        <>
          <p role="status">
            {t(isMailed ? 'forgot.sent' : 'forgot.sentToAdministrator', { email: email.trim() })}
          </p>
          <Button onClick={() => setSent(false)}>{t('forgot.otherAddress')}</Button>
        </>
      ) : (
        <NarrowForm onSubmit={submit}>
          <Field
            label={t('signIn.email')}
            type="email"
            name="email"
            autocomplete="username"
            autocapitalize="none"
            missing={t('missing.email')}
            value={email}
            onValue={setEmail}
            error={isNoAddress ? t('register.emailRefused') : undefined}
          />
          {error !== null && !isNoAddress && <FormProblem>{explain(error)}</FormProblem>}
          <Button type="submit" look="main" wide busy={isBusy}>
            {t('forgot.submit')}
          </Button>
        </NarrowForm>
      )}
    </Narrow>
  );
}

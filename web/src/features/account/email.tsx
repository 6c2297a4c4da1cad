import { useState } from 'preact/hooks';
import { ApiError, refusedFields } from '../../api/errors.ts';
import { requestEmail } from '../../data/account.ts';
import { me } from '../../data/session.ts';
import { t } from '../../i18n/t.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { Button } from '../../ui/button.tsx';
import { explain } from '../../ui/explain.ts';
import { Field, PasswordField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import styles from '../../ui/settings.module.css';

/**
 * Shows the e-mail address of the account and whether it is verified, with a form to change it. The service sends
 * a link to the address that has to be verified.
 */
export function EmailAddress() {
  const user = me.value?.user;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  if (user === undefined) return null;
  const ask = async (address: string, proof: string) => {
    setBusy(true);
    setError(null);
    setSentTo(null);
    try {
      await requestEmail(address, proof);
      setSentTo(address);
      setEmail('');
      setPassword('');
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  const fields = refusedFields(error);
  const isWrong = error instanceof ApiError && error.code === 'INVALID_CREDENTIALS';
  const isShownInField = isWrong || fields.has('email');
  return (
    <Form class={styles.form} onSubmit={() => void ask(email.trim(), password)}>
      <p>
        <Breakable
          text={t(user.emailVerified ? 'email.isConfirmed' : 'email.isNotConfirmed', { email: user.email })}
        />
      </p>
      {!user.emailVerified && (
        <div class={styles.buttons}>
          <Button busy={isBusy} onClick={() => void ask(user.email, '')}>
            {t('email.sendConfirmation')}
          </Button>
        </div>
      )}
      <Field
        label={t('email.new')}
        type="email"
        autoComplete="email"
        autocapitalize="none"
        value={email}
        onValue={setEmail}
        missing={t('missing.email')}
        error={fields.has('email') ? t('register.emailRefused') : undefined}
      />
      {user.hasPassword && (
        <PasswordField
          label={t('email.password')}
          value={password}
          onValue={setPassword}
          autoComplete="current-password"
          missing={t('missing.password')}
          error={isWrong ? t('account.passwordWrong') : undefined}
        />
      )}
      {error !== null && !isShownInField && (
        <p role="alert" class={styles.problem}>
          {fields.has('password') ? t('email.signInAgain') : explain(error)}
        </p>
      )}
      <div role="status">
        {sentTo !== null && (
          <p>
            <Breakable text={t('email.sent', { email: sentTo })} />
          </p>
        )}
      </div>
      <div class={styles.buttons}>
        <Button type="submit" look="main" busy={isBusy}>
          {t('email.change')}
        </Button>
      </div>
    </Form>
  );
}

import { useState } from 'preact/hooks';
import { ApiError, refusedFields } from '../../api/errors.ts';
import { changePassword } from '../../data/account.ts';
import { me } from '../../data/session.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { explain } from '../../ui/explain.ts';
import { PasswordField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from '../../ui/settings.module.css';
import { EmailAddress } from './email.tsx';
import { Google } from './google.tsx';

const SHORTEST = 10;

/** Settings for signing in: e-mail address, password and Google account. */
export function Security() {
  return (
    <>
      <Section title={t('account.email')}>
        <EmailAddress />
      </Section>
      <Section title={t('account.password')}>
        {me.value?.user.hasPassword === true ? <Password /> : <p>{t('account.passwordNone')}</p>}
      </Section>
      <Google />
    </>
  );
}

function Password() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isWrong = error instanceof ApiError && error.code === 'INVALID_CREDENTIALS';
  const isRefused = refusedFields(error).has('newPassword');
  const change = async () => {
    setBusy(true);
    setError(null);
    try {
      await changePassword(current, next);
      setCurrent('');
      setNext('');
      toast(t('account.passwordChanged'));
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  return (
    <Form class={styles.form} onSubmit={() => void change()}>
      <input type="email" autoComplete="username" value={me.value?.user.email} readOnly hidden />
      <PasswordField
        label={t('account.passwordNow')}
        value={current}
        onValue={setCurrent}
        autoComplete="current-password"
        missing={t('missing.password')}
        error={isWrong ? t('account.passwordWrong') : undefined}
      />
      <PasswordField
        label={t('account.passwordNew')}
        value={next}
        onValue={setNext}
        autoComplete="new-password"
        missing={t('missing.newPassword')}
        maxLength={128}
        hint={t('register.passwordHint', { count: SHORTEST })}
        error={isRefused ? t('register.passwordRefused', { count: SHORTEST }) : undefined}
      />
      {error !== null && !isWrong && !isRefused && (
        <p role="alert" class={styles.problem}>
          {explain(error)}
        </p>
      )}
      <div class={styles.buttons}>
        <Button type="submit" look="main" busy={isBusy}>
          {t('account.password')}
        </Button>
      </div>
    </Form>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { ApiError, refusedFields } from '../../api/errors.ts';
import { linkGoogle, unlinkGoogle } from '../../data/account.ts';
import { askMeta, meta } from '../../data/meta.ts';
import { me } from '../../data/session.ts';
import { t } from '../../i18n/t.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { Button } from '../../ui/button.tsx';
import { explain } from '../../ui/explain.ts';
import { PasswordField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { isOnline } from '../../ui/online.ts';
import { Section } from '../../ui/page.tsx';
import { useSaving } from '../../ui/saving.ts';
import { toast } from '../../ui/toast.tsx';
import styles from '../../ui/settings.module.css';

/** The Google account that can sign in to this account, with buttons to link and unlink it. */
export function Google() {
  const user = me.value?.user;
  useEffect(() => void askMeta(), []);
  const linked = user?.identities[0];
  if (user === undefined || (linked === undefined && meta.value?.features.google !== true)) return null;
  return (
    <Section title={t('google.title')}>
      {linked === undefined ? <Link needsPassword={user.hasPassword} /> : <Linked email={linked.email} />}
    </Section>
  );
}

function Linked({ email }: { email: string }) {
  const { error, isBusy, run } = useSaving();
  const isLast = error instanceof ApiError && error.code === 'LAST_SIGN_IN_METHOD';
  return (
    <>
      <p>
        <Breakable text={t('google.linked', { email })} />
      </p>
      {error !== null && (
        <p role="alert" class={styles.problem}>
          {isLast ? t('google.last') : explain(error)}
        </p>
      )}
      <div class={styles.buttons}>
        <Button
          busy={isBusy}
          disabled={!isOnline.value}
          onClick={() => void run(() => unlinkGoogle().then(() => toast(t('google.unlinked'))))}
        >
          {t('google.unlink')}
        </Button>
      </div>
    </>
  );
}

function Link({ needsPassword }: { needsPassword: boolean }) {
  const [password, setPassword] = useState('');
  const { error, isBusy, run } = useSaving();
  const isWrong = error instanceof ApiError && error.code === 'INVALID_CREDENTIALS';
  const hasFailed = new URLSearchParams(location.search).has('authError');
  return (
    <Form class={styles.form} onSubmit={() => void run(() => linkGoogle(password, '/account/security'))}>
      <p>{t('google.hint')}</p>
      {hasFailed && error === null && (
        <p role="alert" class={styles.problem}>
          {t('google.failed')}
        </p>
      )}
      {needsPassword && (
        <PasswordField
          label={t('account.passwordNow')}
          value={password}
          onValue={setPassword}
          autoComplete="current-password"
          missing={t('missing.password')}
          error={isWrong ? t('account.passwordWrong') : undefined}
        />
      )}
      {error !== null && !isWrong && (
        <p role="alert" class={styles.problem}>
          {refusedFields(error).has('password') ? t('google.signInAgain') : explain(error)}
        </p>
      )}
      <div class={styles.buttons}>
        <Button type="submit" look="main" busy={isBusy} disabled={!isOnline.value}>
          {t('google.link')}
        </Button>
      </div>
    </Form>
  );
}

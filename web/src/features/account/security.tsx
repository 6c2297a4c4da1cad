import { useEffect, useState } from 'preact/hooks';
import { ApiError, refusedFields } from '../../api/errors.ts';
import { changePassword, endSession, listSessions, type Device } from '../../data/account.ts';
import { me, signOut } from '../../data/session.ts';
import { dateTime } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, explain } from '../../ui/empty.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { Rows, Section } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { EmailAddress } from './email.tsx';
import { readDevice } from './user-agent.ts';

const SHORTEST = 10;

/** The password, and where one is signed in. */
export function Security() {
  const [round, setRound] = useState(0);
  return (
    <>
      <Section title={t('account.email')}>
        <EmailAddress />
      </Section>
      <Section title={t('account.password')}>
        {me.value?.user.hasPassword === true ? (
          <Password onChanged={() => setRound((number) => number + 1)} />
        ) : (
          <p>{t('account.passwordNone')}</p>
        )}
      </Section>
      <Section title={t('account.sessions')}>
        <Sessions key={round} />
      </Section>
    </>
  );
}

function Password({ onChanged }: { onChanged: () => void }) {
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
      onChanged();
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  return (
    <form
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <input type="email" autoComplete="username" value={me.value?.user.email} readOnly hidden />
      <PasswordField
        label={t('account.passwordNow')}
        value={current}
        onValue={setCurrent}
        autoComplete="current-password"
        required
        error={isWrong ? t('account.passwordWrong') : undefined}
      />
      <PasswordField
        label={t('account.passwordNew')}
        value={next}
        onValue={setNext}
        autoComplete="new-password"
        required
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
        <Button type="submit" look="main" busy={isBusy} disabled={current === '' || next === ''}>
          {t('account.password')}
        </Button>
      </div>
    </form>
  );
}

function Sessions() {
  const [sessions, setSessions] = useState<readonly Device[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = () => {
    setError(null);
    listSessions().then(setSessions, setError);
  };
  useEffect(load, []);
  if (error !== null) return <Failure error={error} onRetry={load} />;
  if (sessions === null) return <RowsSkeleton rows={3} />;
  const zone = me.value?.user.timeZone ?? 'UTC';
  const end = async ({ id }: Device) => {
    setSessions(sessions.filter((each) => each.id !== id));
    try {
      await endSession(id);
      toast(t('account.sessionEnded'));
    } catch (problem) {
      setSessions(sessions);
      toast(explain(problem));
    }
  };
  const sorted = [...sessions].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.lastUsedAt.localeCompare(a.lastUsedAt),
  );
  return (
    <>
      <Rows>
        {sorted.map((session) => {
          const device = readDevice(session.userAgent);
          const name = device === null ? t('account.sessionUnknown') : t('account.sessionOn', device);
          const used = dateTime(new Date(session.lastUsedAt), zone, tag.value);
          return (
            <li key={session.id} class={styles.line}>
              <span class={styles.grow}>
                {name}
                {session.current && <span class={styles.badge}>{t('account.sessionHere')}</span>}
                <span class={styles.small}>{t('account.sessionUsed', { at: used })}</span>
              </span>
              {!session.current && (
                <Button aria-label={t('account.sessionEndNamed', { name })} onClick={() => void end(session)}>
                  {t('account.sessionEnd')}
                </Button>
              )}
            </li>
          );
        })}
      </Rows>
      <div class={styles.buttons}>
        <Button look="danger" onClick={() => void signOut(true)}>
          {t('account.everywhere')}
        </Button>
      </div>
    </>
  );
}

import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../../api/errors.ts';
import {
  askDisplay,
  display,
  pairDisplay,
  rememberPassExpired,
  watchDisplay,
  type PairedDisplay,
} from '../../data/display.ts';
import { HouseholdContext, householdData } from '../../data/household.ts';
import { clearToken, readToken } from '../../data/link-token.ts';
import { requestSignOut, me, openSession, session } from '../../data/session.ts';
import { shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Field } from '../../ui/field.tsx';
import { NarrowForm, FormProblem, Narrow } from '../../ui/narrow.tsx';
import { useTitle } from '../../ui/page.tsx';
import { useSaving } from '../../ui/saving.ts';
import { displayActions } from './acts.ts';
import { Pass } from './pass.tsx';
import styles from './display.module.css';
import { Wall } from './wall.tsx';

const AGAIN = 10_000;
const CODE_LENGTH = 8;

/** The page of a display (`/display`) or of a guest's pass (`/pass`), in a browser without an account. */
export function DisplayPage() {
  const [token] = useState(readToken);
  const current = session.value;
  const here = display.value;
  if (me.value !== null) return <SignedIn name={me.value.user.displayName} />;
  if (current.state === 'unknown') return null;
  if (current.state === 'unreachable')
    return <ServiceUnreachable error={current.error} again={openSession} />;
  if (here.state === 'paired') return <Paired as={here.display} />;
  return <Unpaired token={token} />;
}

/**
 * Shown if somebody is signed in. A browser cannot be signed in and be a display at the same time, so the user is
 * asked before they are signed out.
 */
function SignedIn({ name }: { name: string }) {
  const isPass = useLocation().path === '/pass';
  useTitle(t('display.title'));
  return (
    <Narrow
      title={t('display.signedIn', { name })}
      text={t(isPass ? 'pass.signedIn' : 'display.signedInText')}
    >
      <Button look="main" wide onClick={() => void requestSignOut()}>
        {t('display.signOut')}
      </Button>
      <ButtonLink href="/">{t('gone.continue')}</ButtonLink>
    </Narrow>
  );
}

/** Shown if the service cannot be reached. A tablet retries by itself, because nobody is there to click. */
function ServiceUnreachable({ error, again }: { error: unknown; again: () => Promise<void> }) {
  const title = t(useLocation().path === '/pass' ? 'pass.title' : 'display.title');
  useTitle(title);
  useEffect(() => {
    const tryAgain = () => void again();
    const timer = setInterval(tryAgain, AGAIN);
    addEventListener('online', tryAgain);
    return () => {
      clearInterval(timer);
      removeEventListener('online', tryAgain);
    };
  }, []);
  return (
    <Narrow title={title} text={t('display.retrying')}>
      <Failure error={error} onRetry={() => void again()} />
    </Narrow>
  );
}

function Unpaired({ token }: { token: string | null }) {
  const { path } = useLocation();
  const [error, setError] = useState<unknown>(null);
  const here = display.value;
  const open = async () => {
    if (token === null) return askDisplay();
    setError(null);
    try {
      await pairDisplay(token);
      clearToken();
    } catch (refused) {
      if (isExpired(refused)) clearToken();
      if (path === '/pass' && isExpired(refused)) rememberPassExpired();
      setError(refused);
    }
  };
  useEffect(() => void open(), []);
  const isOver = isExpired(error);
  const firstDate = findFirstDate(error);
  if (firstDate !== null) return <PassNotValidYet from={firstDate} again={open} />;
  if (error !== null && !isOver) return <ServiceUnreachable error={error} again={open} />;
  if (here.state === 'unreachable') return <ServiceUnreachable error={here.error} again={askDisplay} />;
  if (path === '/pass' && (isOver || here.state === 'none'))
    return <PassExpired isOver={isOver || (here.state === 'none' && here.ended === 'PASS')} />;
  if (isOver || here.state === 'none')
    return <Pairing isOver={isOver} isEnded={here.state === 'none' && here.ended === 'DISPLAY'} />;
  return null;
}

const isExpired = (error: unknown): boolean => error instanceof ApiError && error.code === 'PAIRING_EXPIRED';

/** Returns the first day of a pass that is not valid yet. null for other errors. */
function findFirstDate(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const { reason, firstDate } = Object(error.details) as { reason?: unknown; firstDate?: unknown };
  return reason === 'PASS_NOT_STARTED' && typeof firstDate === 'string' ? firstDate : null;
}

/** The page of a guest link before the guest's first day. It tries again when the page becomes visible. */
function PassNotValidYet({ from, again }: { from: string; again: () => Promise<void> }) {
  useTitle(t('pass.title'));
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void again();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return (
    <Narrow
      title={t('pass.notValidYet', { date: shortDate(from, tag.value) })}
      text={t('pass.notValidYetText')}
    >
      <Button wide onClick={() => void again()}>
        {t('error.tryAgain')}
      </Button>
    </Narrow>
  );
}

/** Shown if a guest link does not work: it has expired (`isOver`), or it is not known. */
function PassExpired({ isOver }: { isOver: boolean }) {
  useTitle(t('pass.title'));
  return (
    <Narrow
      title={t(isOver ? 'pass.expired' : 'pass.none')}
      text={t(isOver ? 'pass.expiredText' : 'pass.noneText')}
      foot={<a href="/sign-in">{t('display.signIn')}</a>}
    >
      {null}
    </Narrow>
  );
}

/** The form in which the user types the pairing code that an owner sees. */
function Pairing({ isOver, isEnded }: { isOver: boolean; isEnded: boolean }) {
  const [code, setCode] = useState('');
  const { error, isBusy, run } = useSaving();
  useTitle(t('display.title'));
  const letters = code.replaceAll(/[\s-]/g, '');
  const isWrong = isExpired(error);
  return (
    <Narrow
      title={t(isEnded ? 'display.ended' : 'display.pair')}
      text={t(isEnded ? 'display.endedText' : 'display.pairText')}
      foot={<a href="/sign-in">{t('display.signIn')}</a>}
    >
      {isOver && error === null && <FormProblem>{t('display.codeExpired')}</FormProblem>}
      {error !== null && !isWrong && <FormProblem>{explain(error)}</FormProblem>}
      <NarrowForm onSubmit={() => void run(() => pairDisplay(letters))}>
        <div class={styles.code}>
          <Field
            label={t('display.code')}
            hint={t('display.codeHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellcheck={false}
            autoFocus
            maxLength={CODE_LENGTH + 4}
            value={code}
            onValue={(typed) => setCode(typed.toUpperCase())}
            error={isWrong ? t('display.codeExpired') : undefined}
          />
        </div>
        <Button type="submit" look="main" wide busy={isBusy} disabled={letters.length !== CODE_LENGTH}>
          {t('display.submit')}
        </Button>
      </NarrowForm>
    </Narrow>
  );
}

function Paired({ as }: { as: PairedDisplay }) {
  const isPass = as.kind === 'PASS';
  const household = householdData(as.householdId);
  const acts = useMemo(() => displayActions(household, isPass), [household, isPass]);
  useEffect(() => watchDisplay(household), [household]);
  return (
    <HouseholdContext.Provider value={household} key={as.displayId}>
      {isPass ? <Pass as={as} acts={acts} /> : <Wall acts={acts} leave={null} />}
    </HouseholdContext.Provider>
  );
}

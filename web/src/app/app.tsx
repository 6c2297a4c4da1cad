import { useEffect } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { lastHousehold, me, openSession, session, unsentCount } from '../data/session.ts';
import { language, setLanguage, withSignInWords, withWords } from '../i18n/t.ts';
import { textToCopy } from '../ui/copy.ts';
import { Failure } from '../ui/empty.tsx';
import { Toaster } from '../ui/toast.tsx';
import { TaskBesidePage } from './task-beside-page.tsx';
import { Boundary } from './boundary.tsx';
import { HouseholdPages } from './household-pages.tsx';
import { useMovingFocus } from './moving-focus.ts';

const SignIn = lazy(() => withSignInWords(import('../features/sign-in/sign-in.tsx').then((m) => m.SignIn)));
const EndedSession = lazy(() => withSignInWords(import('./ended-session.tsx').then((m) => m.EndedSession)));
const Register = lazy(() => withWords(import('../features/sign-in/register.tsx').then((m) => m.Register)));
const Forgot = lazy(() => withWords(import('../features/sign-in/forgot.tsx').then((m) => m.Forgot)));
const Reset = lazy(() => withWords(import('../features/sign-in/reset.tsx').then((m) => m.Reset)));
const ConfirmEmail = lazy(() =>
  withWords(import('../features/sign-in/email-link.tsx').then((m) => m.ConfirmEmail)),
);
const RefuseEmail = lazy(() =>
  withWords(import('../features/sign-in/email-link.tsx').then((m) => m.RefuseEmail)),
);
const RevertEmail = lazy(() =>
  withWords(import('../features/sign-in/email-link.tsx').then((m) => m.RevertEmail)),
);
const Join = lazy(() => withWords(import('../features/join/join.tsx').then((m) => m.Join)));
const Display = lazy(() => withWords(import('../features/wall/display.tsx').then((m) => m.DisplayPage)));
const FirstRun = lazy(() => withWords(import('../features/first-run/first-run.tsx').then((m) => m.FirstRun)));
const AccountPages = lazy(() => withWords(import('./account-pages.tsx').then((m) => m.AccountPages)));
const NotFoundPage = lazy(() => withWords(import('./not-found.tsx').then((m) => m.NotFoundPage)));
const CopyDialog = lazy(() => withWords(import('../ui/copy-dialog.tsx').then((m) => m.CopyDialog)));
const Unsent = lazy(() => withWords(import('./unsent.tsx').then((m) => m.UnsentDialog)));

export function App() {
  return (
    <LocationProvider>
      <Boundary alone>
        <Suspense>
          <TaskBesidePage>
            <Pages />
          </TaskBesidePage>
        </Suspense>
        <SessionEnded />
        {unsentCount.value !== null && (
          <Suspense>
            <Unsent />
          </Suspense>
        )}
        {textToCopy.value !== null && (
          <Suspense>
            <CopyDialog />
          </Suspense>
        )}
      </Boundary>
      <Toaster />
    </LocationProvider>
  );
}

function Pages() {
  const { state } = session.value;
  const { path } = useLocation();
  useMovingFocus();
  useAccountLanguage();
  useNewsThatIsOpened();
  // The pages of displays and passes do not need a session, so they do not wait for it.
  if (/^\/(display|pass)$/.test(path)) return <Display />;
  if (state === 'unreachable')
    return <Failure error={session.value.error} onRetry={() => void openSession()} />;
  if (state === 'unknown') return null;
  return (
    <Router>
      <Route path="/sign-in" component={SignIn} />
      <Route path="/register" component={Register} />
      <Route path="/forgot" component={Forgot} />
      <Route path="/reset-password" component={Reset} />
      <Route path="/confirm-email" component={ConfirmEmail} />
      <Route path="/refuse-email" component={RefuseEmail} />
      <Route path="/revert-email" component={RevertEmail} />
      <Route path="/join" component={Join} />
      {state === 'out' ? (
        <Route default component={ToSignIn} />
      ) : (
        [
          <Route key="first" path="/" component={ToHousehold} />,
          <Route key="welcome" path="/welcome" component={FirstRun} />,
          <Route key="calendar" path="/settings/calendar" component={ToCalendar} />,
          <Route key="household" path="/households/:household/*" component={HouseholdPages} />,
          <Route key="account" path="/account/:section?" component={AccountPages} />,
          <Route key="none" default component={NotFoundPage} />,
        ]
      )}
    </Router>
  );
}

/**
 * Redirects to the sign-in page, which returns to this address afterwards. It does not return if this address is the
 * root, or if the user has just signed out.
 */
function ToSignIn() {
  const { url, route } = useLocation();
  useEffect(() => {
    const current = session.value;
    const isFresh = url === '/' || (current.state === 'out' && current.hasLeft === true);
    route(isFresh ? '/sign-in' : `/sign-in?next=${encodeURIComponent(url)}`, true);
  }, []);
  return null;
}

function ToHousehold() {
  const { route } = useLocation();
  useEffect(() => {
    const household = lastHousehold();
    route(household === null ? '/welcome' : `/households/${household}/today`, true);
  }, []);
  return null;
}

/**
 * Redirects to the calendar settings of the last household. Google sends the browser to this address without
 * a household; the result is in the query.
 */
function ToCalendar() {
  const { url, route } = useLocation();
  useEffect(() => {
    const household = lastHousehold();
    route(household === null ? '/welcome' : `/households/${household}${url}`, true);
  }, []);
  return null;
}

/** Opens the address of a notification that the user has clicked, without reloading the page. */
function useNewsThatIsOpened(): void {
  const { route } = useLocation();
  useEffect(() => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const open = ({ data }: MessageEvent<{ kind?: string; address?: string }>) => {
      if (data.kind === 'open' && data.address?.startsWith('/') === true) route(data.address);
    };
    workers?.addEventListener('message', open);
    return () => workers?.removeEventListener('message', open);
  }, [route]);
}

/**
 * Sets the language of the page to that of the account. Until somebody signs in, the page has the language that was
 * last chosen on this device, or that of the browser.
 */
function useAccountLanguage(): void {
  const locale = me.value?.user.locale;
  useEffect(() => {
    if (locale !== undefined && locale !== language.value) void setLanguage(locale);
  }, [locale]);
}

/** This is a separate component, so that only this component is rendered again when the session changes. */
function SessionEnded() {
  const current = session.value;
  return current.state === 'ended' ? (
    <Suspense>
      <EndedSession of={current.me} />
    </Suspense>
  ) : null;
}

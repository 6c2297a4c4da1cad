import { Component, type ComponentChildren } from 'preact';
import { api } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { reloadIfReachable } from '../ui/reload.ts';
import { toast } from '../ui/toast.tsx';

const MOST_A_MINUTE = 5;
const RELOADED = 'planner.reloaded';
let reportedAt: number[] = [];

/**
 * Reports an uncaught error to the service, at most MOST_A_MINUTE times a minute. In the URL, ids are replaced by
 * placeholders and the query is left out.
 */
export function reportDefect(message: string, stack?: string): void {
  const now = Date.now();
  reportedAt = reportedAt.filter((at) => now - at < 60_000);
  if (reportedAt.length >= MOST_A_MINUTE) return;
  reportedAt.push(now);
  const url = location.pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, ':id');
  void api
    .POST('/v1/client-errors', {
      body: {
        message: message.slice(0, 2000),
        ...(stack !== undefined && { stack: stack.slice(0, 20_000) }),
        url,
        release: __WEB_BUILD__,
      },
    })
    .catch(() => undefined);
}

/**
 * Returns true if a module of the page could not be loaded, because its version is no longer served or there is no
 * network. Then it reloads the page if the service answers, or else when the device is online again. If the page at
 * this address was already reloaded for this reason, the result is false, to avoid a loop.
 */
function isMissingPiece(error: unknown): boolean {
  const is = error instanceof Error && /import|preload|module script/i.test(error.message);
  if (!is || sessionStorage.getItem(RELOADED) === location.href) return false;
  void reloadOnce();
  addEventListener('online', () => void reloadOnce());
  return true;
}

async function reloadOnce(): Promise<void> {
  const { href } = location;
  if (sessionStorage.getItem(RELOADED) === href) return;
  sessionStorage.setItem(RELOADED, href);
  if (await reloadIfReachable()) return;
  sessionStorage.removeItem(RELOADED);
  toast(t('error.offline'));
}

export function watchDefects(): void {
  addEventListener('error', ({ error, message }: ErrorEvent) =>
    reportDefect(message, error instanceof Error ? error.stack : undefined),
  );
  addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof Error && reason.name !== 'ApiError' && !isMissingPiece(reason))
      reportDefect(reason.message, reason.stack);
  });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    reportDefect(`policy: ${violatedDirective} ${blockedURI}`),
  );
}

async function reload(): Promise<void> {
  if (!(await reloadIfReachable())) toast(t('error.offline'));
}

type State = { failed: 'missing' | 'defect' | null };

/**
 * `alone` is true if no `main` landmark surrounds the boundary. The error page is then in a `main` element of its
 * own.
 */
type Props = { children: ComponentChildren; alone?: boolean };

/** Shows an error page with links if a component fails. */
export class Boundary extends Component<Props, State> {
  override state: State = { failed: null };

  override componentDidCatch(error: unknown): void {
    if (isMissingPiece(error)) {
      this.setState({ failed: 'missing' });
      return;
    }
    reportDefect(String(error), error instanceof Error ? error.stack : undefined);
    this.setState({ failed: 'defect' });
  }

  override render({ children, alone = false }: Props, { failed }: State) {
    if (failed === null) return children;

    const Around = alone ? 'main' : 'div';
    return (
      <Around class="failed">
        <h1>{t('error.title')}</h1>
        <p role="alert">{t(failed === 'missing' ? 'error.offline' : 'error.defect')}</p>
        <p>
          <Button look="main" onClick={() => void reload()}>
            {t('error.reload')}
          </Button>{' '}
          <ButtonLink href="/">{t('error.toToday')}</ButtonLink>
        </p>
      </Around>
    );
  }
}

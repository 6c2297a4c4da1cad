import { Component, type ComponentChildren } from 'preact';
import { api } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { Button, ButtonLink } from '../ui/button.tsx';

const MOST_A_MINUTE = 5;
const RELOADED = 'planner.reloaded';
let told: number[] = [];

/** Tells the service of a defect: never what people typed, and the page by its pattern, without ids. */
export function tellDefect(message: string, stack?: string): void {
  const now = Date.now();
  told = told.filter((at) => now - at < 60_000);
  if (told.length >= MOST_A_MINUTE) return;
  told.push(now);
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

/** A piece of a version that is not served any more: a fresh page has it. Once only, lest it goes round in circles. */
function isOldVersion(error: unknown): boolean {
  const is = error instanceof Error && /import|preload|module script/i.test(error.message);
  if (!is || sessionStorage.getItem(RELOADED) === location.href) return false;
  sessionStorage.setItem(RELOADED, location.href);
  location.reload();
  return true;
}

export function watchDefects(): void {
  addEventListener('error', ({ error, message }: ErrorEvent) =>
    tellDefect(message, error instanceof Error ? error.stack : undefined),
  );
  addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof Error && reason.name !== 'ApiError' && !isOldVersion(reason))
      tellDefect(reason.message, reason.stack);
  });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tellDefect(`policy: ${violatedDirective} ${blockedURI}`),
  );
}

/** Alone: nothing is around it, not even the landmark that a page stands in. */
type Props = { children: ComponentChildren; alone?: boolean };

/** A page that fails says so, and leaves the ways out. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    if (isOldVersion(error)) return;
    tellDefect(String(error), error instanceof Error ? error.stack : undefined);
    this.setState({ failed: true });
  }

  override render({ children, alone = false }: Props, { failed }: { failed: boolean }) {
    if (!failed) return children;
    const Around = alone ? 'main' : 'div';
    return (
      <Around class="failed">
        <h1>{t('error.title')}</h1>
        <p role="alert">{t('error.defect')}</p>
        <p>
          <Button look="main" onClick={() => location.reload()}>
            {t('error.reload')}
          </Button>{' '}
          <ButtonLink href="/">{t('error.toToday')}</ButtonLink>
        </p>
      </Around>
    );
  }
}

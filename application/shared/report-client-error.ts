import { maskSecrets } from './masking.js';
import type { ErrorMonitor, ReportedClientError } from './ports.js';

export type ClientError = Omit<ReportedClientError, 'source' | 'context'> & {
  readonly context: Readonly<Record<string, unknown>> | null;
};

const LIMITS = { message: 500, stack: 4_000, url: 300, release: 100, userAgent: 300, context: 2_000 };

/**
 * Passes an error of a client to the error monitor. Anybody can send anything here, and real clients may send screen
 * content. So texts are shortened, e-mail addresses and possible tokens are masked, and `url` loses its query and
 * fragment.
 */
export function reportClientError({ errorMonitor }: { readonly errorMonitor: ErrorMonitor }) {
  return ({ message, stack, url, release, userAgent, context }: ClientError): void =>
    errorMonitor.report({
      source: 'client',
      message: maskSecrets(message).slice(0, LIMITS.message),
      stack: stack && maskSecrets(stack).slice(0, LIMITS.stack),
      url: url && maskSecrets(url.replace(/[?#].*$/s, '')).slice(0, LIMITS.url),
      release: release && maskSecrets(release).slice(0, LIMITS.release),
      userAgent: userAgent && maskSecrets(userAgent).slice(0, LIMITS.userAgent),
      context: context && maskSecrets(JSON.stringify(context)).slice(0, LIMITS.context),
    });
}

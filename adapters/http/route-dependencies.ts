import type { Clock, DatabaseHealth } from '../../application/shared/ports.js';
import type { RegistrationMode } from '../../domain/accounts/registration.js';
import type { UseCases } from '../../application/composition/use-cases.js';
import type { Admission } from './admission/admission.js';
import type { CredentialCookies } from './credentials.js';
import type { SignInFlowCookies } from './accounts/sign-in-flow-cookies.js';
import type { FlowCookie } from './flow-cookie.js';
import type { StreamHub } from './sse/stream-hub.js';

/** What this service can do depends on what its operator has configured. */
export type Offers = {
  /** Who may make an account. */
  readonly registration: RegistrationMode;
  readonly calendar: 'google' | 'demo' | 'none';
  /** Signing in with Google. */
  readonly google: boolean;
  /** Browsers can be woken. */
  readonly push: boolean;
  /** Mails are sent, and not written to files. */
  readonly mail: boolean;
};

export type RouteDependencies = {
  readonly useCases: UseCases;
  readonly clock: Clock;
  readonly health: DatabaseHealth & { isShuttingDown(): boolean };
  readonly streams: Pick<StreamHub, 'open'>;
  readonly cookies: CredentialCookies;
  readonly signInFlowCookies: SignInFlowCookies;
  readonly calendarFlowCookie: FlowCookie;
  readonly calendarQuestionCookie: FlowCookie;
  /** The service's own origin. */
  readonly baseUrl: string;
  /** The origin of the web client, to which links in invitations and mails lead. */
  readonly webBaseUrl: string;
  /** Of the Android app, for redirects into it. */
  readonly appScheme: string;
  readonly version: string;
  readonly cookieSecure: boolean;
  /** Which web client is served; null: none. */
  readonly webBuild: string | null;
  readonly offers: Offers;
  readonly admission: Pick<Admission, 'admitFeed'>;
};

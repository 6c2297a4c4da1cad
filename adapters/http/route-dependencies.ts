import type { Clock, DatabaseHealth } from '../../application/shared/ports.js';
import type { RegistrationMode } from '../../domain/accounts/registration.js';
import type { UseCases } from '../../application/composition/use-cases.js';
import type { RequestLimiters } from './request-limiters.js';
import type { CredentialCookies } from './credentials.js';
import type { StreamHub } from './sse/stream-hub.js';

/** The optional features that the operator of this service has configured. */
export type Offers = {
  /** Says who may create an account. */
  readonly registration: RegistrationMode;
  readonly calendar: 'google' | 'demo' | 'none';
  /** True if members can sign in with Google. */
  readonly google: boolean;
  /** True if the service sends pushes. */
  readonly push: boolean;
  /** True if mails are sent instead of written to files. */
  readonly mail: boolean;
};

export type ServiceSettings = {
  readonly version: string;
  /** The origin of the service. */
  readonly baseUrl: string;
  /** The address of the web client, to which links in invitations and mails lead. It does not end in a slash. */
  readonly webBaseUrl: string;
  /** The URL scheme of the Android app, for redirects into it. */
  readonly appScheme: string;
  readonly cookieSecure: boolean;
};

export type RouteDependencies = ServiceSettings & {
  readonly useCases: UseCases;
  readonly clock: Clock;
  readonly health: DatabaseHealth & { isShuttingDown(): boolean };
  readonly streams: Pick<StreamHub, 'open'>;
  readonly cookies: CredentialCookies;
  /** The build id of the web client. null means that this service has no web client. */
  readonly webBuild: string | null;
  readonly offers: Offers;
  readonly admission: Pick<RequestLimiters, 'admitFeed'>;
};

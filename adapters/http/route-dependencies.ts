import type { Clock, DatabaseHealth } from '../../application/shared/ports.js';
import type { UseCases } from '../../application/use-cases.js';
import type { CredentialCookies } from './credentials.js';
import type { FlowCookie } from './flow-cookie.js';
import type { StreamHub } from './sse/stream-hub.js';

export type RouteDependencies = {
  readonly useCases: UseCases;
  readonly clock: Clock;
  readonly health: DatabaseHealth & { isShuttingDown(): boolean };
  readonly streams: Pick<StreamHub, 'open'>;
  readonly cookies: CredentialCookies;
  readonly flowCookie: FlowCookie;
  readonly calendarFlowCookie: FlowCookie;
  readonly calendarQuestionCookie: FlowCookie;
  /** The service's own origin. */
  readonly baseUrl: string;
  /** The origin of the web client, to which links in invitations and mails lead. */
  readonly webBaseUrl: string;
  /** Of the Android app, for redirects into it. */
  readonly appScheme: string;
};

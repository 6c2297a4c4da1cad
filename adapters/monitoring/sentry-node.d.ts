/** What is used of it: the package is optional, and its own types are away where it is. */
declare module '@sentry/node' {
  export type StackFrame = object;
  export type StackParser = (stack: string) => StackFrame[];

  export type SentryException = {
    type: string;
    value: string;
    stacktrace?: { frames: StackFrame[] };
  };

  export type SentryEvent = {
    level: 'error';
    message?: string;
    exception?: { values: SentryException[] };
    release?: string;
    transaction?: string;
    request?: { url?: string; headers?: Record<string, string> };
    tags?: Record<string, string | number>;
    extra?: Record<string, string>;
  };

  export type ClientOptions = {
    dsn: string;
    transport: unknown;
    stackParser: StackParser;
    integrations: never[];
    release: string;
    environment: string;
    sendDefaultPii: false;
    includeServerName: false;
    enableRuntimeChannelInjection: false;
    sendClientReports: false;
  };

  export class NodeClient {
    constructor(options: ClientOptions);
    captureEvent(event: SentryEvent): string;
    /** False: not everything was sent in time. */
    close(timeoutMs: number): PromiseLike<boolean>;
  }

  export const makeNodeTransport: unknown;
  export const defaultStackParser: StackParser;
}

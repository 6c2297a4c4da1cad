/** Declares the part of `@sentry/node` that we use. The package is optional, so its own types may be missing. */
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
    /** Resolves with false if not everything was sent in time. */
    close(timeoutMs: number): PromiseLike<boolean>;
  }

  export const makeNodeTransport: unknown;
  export const defaultStackParser: StackParser;
}

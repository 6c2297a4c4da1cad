import type * as SentryNode from '@sentry/node';
import type { NodeClient, SentryEvent, SentryException, StackParser } from '@sentry/node';
import type {
  ErrorMonitor,
  ReportedClientError,
  ReportedDefect,
  ReportedError,
} from '../../application/shared/ports.js';

type Sentry = Pick<typeof SentryNode, 'NodeClient' | 'makeNodeTransport' | 'defaultStackParser'>;

export type SentrySettings = {
  readonly dsn: string;
  /** The version of the service. */
  readonly release: string;
  readonly environment: string;
};

/** Thrown if the optional package `@sentry/node` is not installed. */
export class SentryMissing extends Error {
  override readonly name = 'SentryMissing';
}

/**
 * Sends errors to Sentry or a compatible service. A report contains only the fields of the error report, the release,
 * the environment, and technical data of the package. Only the client of the package is used, so it changes no other
 * code, collects no data by itself and installs no listeners.
 */
export class SentryErrorMonitor implements ErrorMonitor {
  readonly #client: NodeClient;
  readonly #parse: StackParser;

  private constructor(
    { NodeClient, makeNodeTransport, defaultStackParser }: Sentry,
    settings: SentrySettings,
  ) {
    this.#parse = defaultStackParser;
    this.#client = new NodeClient({
      ...settings,
      transport: makeNodeTransport,
      stackParser: defaultStackParser,
      integrations: [],
      sendDefaultPii: false,
      includeServerName: false,
      enableRuntimeChannelInjection: false,
      sendClientReports: false,
    });
  }

  /** Loads the package. Rejects with SentryMissing if it is not installed. */
  static async load(
    settings: SentrySettings,
    load: () => Promise<Sentry> = () => import('@sentry/node'),
  ): Promise<SentryErrorMonitor> {
    try {
      return new SentryErrorMonitor(await load(), settings);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
      throw new SentryMissing('@sentry/node is not installed', { cause });
    }
  }

  report(error: ReportedError): void {
    const event = error.source === 'client' ? this.#ofClient(error) : this.#ofService(error);
    this.#client.captureEvent(event);
  }

  /**
   * Sends the reports that are waiting, for at most `limitMs`, and accepts no new ones. Resolves with true if all
   * reports were sent.
   */
  async close(limitMs: number): Promise<boolean> {
    return this.#client.close(limitMs);
  }

  #ofClient({ message, stack, release, url, userAgent, context }: ReportedClientError): SentryEvent {
    return {
      level: 'error',
      exception: { values: [this.#exception('ClientError', message, stack)] },
      tags: { source: 'client' },
      ...(release !== null && { release }),
      ...((url !== null || userAgent !== null) && {
        request: {
          ...(url !== null && { url }),
          ...(userAgent !== null && { headers: { 'User-Agent': userAgent } }),
        },
      }),
      extra: { ...(stack !== null && { stack }), ...(context !== null && { context }) },
    };
  }

  #ofService({ failure, errors, place }: ReportedDefect): SentryEvent {
    // Sentry expects the innermost cause first.
    const values = errors
      .map(({ name, message, stack }) => this.#exception(name, message, stack))
      .toReversed();
    return {
      level: 'error',
      ...(values.length > 0 ? { exception: { values } } : { message: failure }),
      tags: { source: 'service', failure, ...place },
    };
  }

  #exception(type: string, value: string, stack: string | null): SentryException {
    const frames = stack === null ? [] : this.#parse(stack);
    return { type, value, ...(frames.length > 0 && { stacktrace: { frames } }) };
  }
}

/** What went wrong in a client, as far as anybody can be believed; bounded, and masked. */
export type ReportedClientError = {
  readonly source: 'client';
  readonly message: string;
  readonly stack: string | null;
  readonly release: string | null;
  readonly url: string | null;
  readonly userAgent: string | null;
  /** JSON, possibly cut off. */
  readonly context: string | null;
};

/** A defect of the service itself. */
export type ReportedDefect = {
  readonly source: 'service';
  /** What failed by it, in fixed words. */
  readonly failure: string;
  /** The error and what caused it, outermost first; bounded, and masked. */
  readonly errors: readonly {
    readonly name: string;
    readonly message: string;
    readonly stack: string | null;
  }[];
  /** Where it happened, by names and ids: the request, the job. */
  readonly place: Readonly<Record<string, string | number>>;
};

export type ReportedError = ReportedClientError | ReportedDefect;

/** Where errors are collected for those who repair them. Never throws and never waits. */
export interface ErrorMonitor {
  report(error: ReportedError): void;
}

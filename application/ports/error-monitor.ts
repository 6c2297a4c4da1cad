export type ReportedError = {
  /** Where it happened. */
  readonly source: 'client' | 'service';
  readonly message: string;
  readonly stack: string | null;
  readonly release: string | null;
  readonly url: string | null;
  readonly userAgent: string | null;
  /** JSON, possibly cut off. */
  readonly context: string | null;
};

/** Where errors are collected for those who repair them. Never throws and never waits. */
export interface ErrorMonitor {
  report(error: ReportedError): void;
}

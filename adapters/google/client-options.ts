import type { gaxios } from 'google-auth-library';

/**
 * The library asks for retries of each request, also of the one that spends a code, and so the refusal is put where it
 * cannot overrule it. Its own transport loads another `fetch` lazily, which needs flags under a test runner.
 */
export const ONE_ATTEMPT = {
  retryConfig: { shouldRetry: () => false },
  fetchImplementation: globalThis.fetch,
} satisfies gaxios.GaxiosOptions;

/**
 * For every client of the library: it would otherwise write requests and answers, tokens and all, to the error stream of
 * a process that is started with GOOGLE_SDK_NODE_LOGGING.
 */
export const SILENT = { useAuthRequestParameters: false } as const;

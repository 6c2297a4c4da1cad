import type { gaxios } from 'google-auth-library';

/**
 * Switches off retries. The library requests retries for every call, even for the one that uses up an authorization
 * code, so `shouldRetry` is where it cannot override us. The global fetch is used because the library's own transport
 * loads another one dynamically, which needs extra flags in Jest.
 */
export const ONE_ATTEMPT = {
  retryConfig: { shouldRetry: () => false },
  fetchImplementation: globalThis.fetch,
} satisfies gaxios.GaxiosOptions;

/**
 * For every client of the library. Otherwise it writes requests and answers, including tokens, to stderr if
 * GOOGLE_SDK_NODE_LOGGING is set.
 */
export const SILENT = { useAuthRequestParameters: false } as const;

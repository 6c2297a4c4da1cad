import type { gaxios } from 'google-auth-library';

/**
 * Switches off the retries of the library. The library asks for retries in every call, even in the one that uses
 * up an authorization code. The calls do not override `shouldRetry`, so it is set here. Without
 * `fetchImplementation`, the library would load the package node-fetch.
 */
export const ONE_ATTEMPT = {
  retryConfig: { shouldRetry: () => false },
  fetchImplementation: globalThis.fetch,
} satisfies gaxios.GaxiosOptions;

/**
 * An option for every client of the library. Without it, the library writes requests and answers, including
 * tokens, to stderr if GOOGLE_SDK_NODE_LOGGING is set.
 */
export const SILENT = { useAuthRequestParameters: false } as const;

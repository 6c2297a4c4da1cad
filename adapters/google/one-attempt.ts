import type { gaxios } from 'google-auth-library';

/**
 * The library asks for retries of each request, also of the one that spends a code, and so the refusal is put where it
 * cannot overrule it. Its own transport loads another `fetch` lazily, which needs flags under a test runner.
 */
export const ONE_ATTEMPT = {
  retryConfig: { shouldRetry: () => false },
  fetchImplementation: globalThis.fetch,
} satisfies gaxios.GaxiosOptions;

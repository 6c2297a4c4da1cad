import type { GoogleIdentitySettings } from '../adapters/google/identity/google-identity-provider.js';
import type { IdentityProvider } from '../application/accounts/ports.js';
import type { Logger } from '../application/shared/ports.js';

export type GoogleSignInSettings = Omit<GoogleIdentitySettings, 'redirectUri'>;

/** null: signing in with Google is not offered. */
export async function composeGoogleSignIn(
  settings: GoogleSignInSettings | null,
  { baseUrl, logger }: { readonly baseUrl: string; readonly logger: Logger },
): Promise<IdentityProvider | null> {
  if (settings === null) return null;
  const { GoogleIdentityProvider } = await import('../adapters/google/identity/google-identity-provider.js');
  return new GoogleIdentityProvider(
    { ...settings, redirectUri: `${baseUrl}/v1/auth/google/callback` },
    logger,
  );
}

import { createPublicKey, type webcrypto } from 'node:crypto';
import type { OAuth2Client } from 'google-auth-library';

type KeySet = { readonly keys: readonly (webcrypto.JsonWebKey & { readonly kid?: string })[] };

/**
 * Makes the client accept a JSON Web Key Set from the certificates' URL, as other providers use it. Outside browsers
 * the library reads only Google's own format, which maps key ids to PEM certificates.
 */
export function withPemCertificates(client: OAuth2Client, certsUrl: string): void {
  client.transporter.interceptors.response.add({
    resolved: (response) => {
      const data: unknown = response.data;
      if (response.config.url.href === new URL(certsUrl).href && isKeySet(data))
        response.data = readPems(data);
      return Promise.resolve(response);
    },
  });
}

function isKeySet(data: unknown): data is KeySet {
  return typeof data === 'object' && data !== null && Array.isArray((data as { keys?: unknown }).keys);
}

function readPems({ keys }: KeySet): Record<string, string> {
  return Object.fromEntries(
    keys
      .filter(({ kty }) => kty === 'RSA')
      .map((key) => {
        const pem = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
        return [key.kid ?? '', pem];
      }),
  );
}

import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { OAuth2Client } from 'google-auth-library';

type KeySet = { readonly keys: readonly (JsonWebKey & { readonly kid?: string })[] };

/**
 * Outside browsers the library reads certificates only as Google's PEM by key id. Where the certificates' URL answers
 * with a JSON Web Key Set, as those of other providers do, the set is translated.
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
        return [key.kid ?? '', pem.toString()];
      }),
  );
}

import { createServer, type AddressInfo } from 'node:net';
import { createEmulator } from 'emulate';
import { CALENDAR_CLIENT } from './fake-google/fake-google.js';
import { CLIENT, REDIRECT_URI } from './fake-identity-provider.js';

export type EmulatedGoogle = {
  readonly settings: {
    clientId: string;
    clientSecret: string;
    authUrl: string;
    tokenUrl: string;
    certsUrl: string;
    revokeUrl: string;
    issuers: string[];
  };
  /** What Google's page does when its visitor picks the account of `email`: where the browser is sent. */
  choose(location: string, email: string): Promise<string>;
  close(): Promise<void>;
};

/**
 * Google as others understand it, on the loopback interface. It has no errors, no denials and no wrong tokens, and its
 * certificates come as a JSON Web Key Set only: what it lacks is the fake provider's business.
 */
export async function startEmulatedGoogle(users: readonly EmulatedUser[]): Promise<EmulatedGoogle> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { clientId, clientSecret } = CLIENT;
  const client = {
    client_id: clientId,
    client_secret: clientSecret,
    name: 'Planner',
    redirect_uris: [REDIRECT_URI, ...CALENDAR_CLIENT.redirectUris],
  };
  const emulator = await createEmulator({
    service: 'google',
    port,
    baseUrl: url,
    seed: { google: { users, oauth_clients: [client] } },
  });
  return {
    settings: {
      clientId,
      clientSecret,
      authUrl: `${url}/o/oauth2/v2/auth`,
      tokenUrl: `${url}/oauth2/token`,
      certsUrl: `${url}/oauth2/v3/certs`,
      revokeUrl: `${url}/oauth2/revoke`,
      issuers: [url],
    },
    choose: (location, email) => choose(url, location, email),
    close: () => emulator.close(),
  };
}

export type EmulatedUser = {
  readonly email: string;
  readonly name: string;
  readonly email_verified?: boolean;
};

/** Submits the form of that account, with what the page has hidden in it. */
async function choose(url: string, location: string, email: string): Promise<string> {
  const page = await fetch(location);
  const html = await page.text();
  const form = html.split('<form').find((part) => part.includes(`value="${email}"`));
  if (page.status !== 200 || form === undefined) throw new Error(`${page.status} ${html}`);
  const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll('&amp;', '&'),
  ]);
  const answer = await fetch(`${url}/o/oauth2/v2/auth/callback`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields as [string, string][]),
  });
  return answer.headers.get('location') ?? '';
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

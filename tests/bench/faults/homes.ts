const PASSWORD = 'correct horse battery';

/** A household of two: one writes, and the other is told. */
export type Home = {
  readonly path: string;
  readonly writer: Person;
  readonly told: Person;
};

export type Person = { readonly id: string; readonly token: string };

export function makeHomes(url: string, count: number): Promise<Home[]> {
  return Promise.all(Array.from({ length: count }, () => makeHome(url)));
}

async function makeHome(url: string): Promise<Home> {
  const [writer, told] = await Promise.all([register(url), register(url)]);
  const household = await post(url, '/v1/households', writer.token, { name: 'Home', timeZone: 'UTC' });
  const path = `/v1/households/${household['id']}`;
  const { token } = await post(url, `${path}/invitations`, writer.token, {});
  await post(url, '/v1/invitations/accept', told.token, { token });
  return { path, writer, told };
}

async function register(url: string): Promise<Person> {
  const email = `${crypto.randomUUID()}@example.org`;
  const account = await post(url, '/v1/auth/register', null, { email, password: PASSWORD });
  const { id } = account['user'] as unknown as { id: string };
  return { id, token: account['accessToken'] ?? '' };
}

async function post(
  url: string,
  path: string,
  token: string | null,
  body: object,
): Promise<Record<string, string>> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-client': 'mobile',
      'x-requested-with': 'app',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

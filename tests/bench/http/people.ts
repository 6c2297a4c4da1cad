const PASSWORD = 'correct horse battery';

export type Person = { readonly id: string; readonly email: string; readonly token: string };

export async function register(url: string): Promise<Person> {
  const email = `${crypto.randomUUID()}@example.org`;
  const account = await post<Signed>(url, '/v1/auth/register', null, { email, password: PASSWORD });
  return { id: account.user.id, email, token: account.accessToken };
}

/** Signs in again. The new access token is valid for 15 minutes. */
export async function signIn(url: string, account: { email: string; password: string }): Promise<Person> {
  const { user, accessToken } = await post<Signed>(url, '/v1/auth/login', null, account);
  return { id: user.id, email: account.email, token: accessToken };
}

export async function join(url: string, household: string, inviter: Person, newcomer: Person): Promise<void> {
  const { token } = await post<{ token: string }>(url, `${household}/invitations`, inviter.token, {});
  await post(url, '/v1/invitations/accept', newcomer.token, { token });
}

type Signed = { user: { id: string }; accessToken: string };

export async function post<T>(url: string, path: string, token: string | null, body: object): Promise<T> {
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
  return (await response.json()) as T;
}

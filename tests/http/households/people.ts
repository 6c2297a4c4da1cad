import type { Api } from '../../support/api.js';

export type Person = { readonly api: Api; readonly id: string };

/** Creates an invitation and returns its token. */
export async function invited(by: Api, home: string, input: object = {}): Promise<string> {
  const response = await by.post(`${home}/invitations`, input);
  if (response.status !== 201) throw new Error(response.text);
  return (response.body as { token: string }).token;
}

export const accept = (api: Api, token: string) => api.post('/v1/invitations/accept', { token });

/** Registers a new person who joins the household with an invitation of `by`. */
export async function newcomer(
  by: Api,
  home: string,
  account: Record<string, unknown> = {},
): Promise<Person> {
  const person = await by.as(null).register(account);
  const response = await accept(person.api, await invited(by, home));
  if (response.status !== 201) throw new Error(response.text);
  return person;
}

/** Creates a household with one owner and one member. */
export async function home(stranger: Api): Promise<{ path: string; owner: Person; member: Person }> {
  const owner = await stranger.register({ displayName: 'Olga' });
  const path = await owner.api.household();
  return { path, owner, member: await newcomer(owner.api, path, { displayName: 'Milan' }) };
}

/** Returns the status and the error code of an answer. */
export const told = ({ status, body }: { status: number; body: any }) => [status, body?.error?.code];

import type { Api } from './api.js';

/** Returns the body of an answer. Throws if the status is an error. */
export async function done(answer: PromiseLike<{ status: number; text: string; body: any }>): Promise<any> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
}

export type Paired = { readonly api: Api; readonly id: string };

/** Creates a display for the household as an owner, and pairs it. */
export async function hangDisplay(owner: Api, path: string, name = 'Kitchen'): Promise<Paired> {
  const { id, pairingCode } = await done(owner.post(`${path}/displays`, { name }));
  return { api: await pairedBy(owner, pairingCode as string), id: id as string };
}

/** Pairs a display by its code and returns a client with its token. */
export async function pairedBy(anybody: Api, code: string): Promise<Api> {
  const { token } = await done(anybody.as(null).post('/v1/displays/pair', { code }));
  return anybody.as(token as string);
}

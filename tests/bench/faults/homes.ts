import { join, post, register, type Person } from '../http/people.js';

/** A household with two members: `writer` creates tasks, and `told` is notified of them. */
export type Home = { readonly path: string; readonly writer: Person; readonly told: Person };

export function makeHomes(url: string, count: number): Promise<Home[]> {
  return Promise.all(Array.from({ length: count }, () => makeHome(url)));
}

async function makeHome(url: string): Promise<Home> {
  const [writer, told] = await Promise.all([register(url), register(url)]);
  const household = { name: 'Home', timeZone: 'UTC' };
  const { id } = await post<{ id: string }>(url, '/v1/households', writer.token, household);
  const path = `/v1/households/${id}`;
  await join(url, path, writer, told);
  return { path, writer, told };
}

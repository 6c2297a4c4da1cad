import { send } from '../../support/program.js';
import type { Account } from './phone.js';

/** Registers a user who is alone in a household with `count` open tasks for today. */
export async function crowdedHousehold(base: string, count: number): Promise<Account> {
  const account = { email: `${crypto.randomUUID()}@example.org`, password: 'correct horse battery' };
  const { body } = await send(`${base}/v1/auth/register`, { method: 'POST', body: account });
  const token = body.accessToken as string;
  const post = async (path: string, content: object) => {
    const answer = await send(`${base}${path}`, { method: 'POST', token, body: content });
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const { id } = await post('/v1/households', { name: 'A full house', timeZone: 'Europe/Paris' });
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date());
  for (let i = 1; i <= count; i++)
    await post(`/v1/households/${id}/tasks`, { title: `Task number ${i}`, date });
  return account;
}

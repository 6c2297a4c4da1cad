import { addDays } from '../../../domain/shared/civil-date.js';
import { civilMomentAt, type TimeZone } from '../../../domain/shared/zone.js';
import { send } from '../../support/program.js';
import type { Account } from './phone.js';

const PEOPLE = 12;
const SERIES = 60;
const OPEN_TASKS = 2_000;
const DONE = 40;
const DAYS_AHEAD = 90;
const WEEKS_AHEAD = 13;
const TIME_ZONE = 'Europe/Paris' as TimeZone;

/**
 * Registers a user in a household of twelve, with sixty weekly series in rotation and 2,000 open tasks
 * including those of the series.
 */
export async function largeHousehold(base: string): Promise<Account> {
  const account = { email: `${crypto.randomUUID()}@example.org`, password: 'correct horse battery' };
  const { body } = await send(`${base}/v1/auth/register`, { method: 'POST', body: account });
  const token = body.accessToken as string;
  const call = async (method: string, path: string, content?: object) => {
    const answer = await send(`${base}/v1${path}`, { method, token, body: content });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const { id, members } = await call('POST', '/households', {
    name: 'A large house',
    timeZone: TIME_ZONE,
  });
  const home = `/households/${id}`;
  const people: string[] = [members[0].id];
  while (people.length < PEOPLE)
    people.push(
      (await call('POST', `${home}/members`, { displayName: `Person ${people.length + 1}`, group: 'ADULT' }))
        .id,
    );
  const date = (days: number) => addDays(civilMomentAt(TIME_ZONE, Date.now()).date, days);
  for (let i = 0; i < SERIES; i++)
    await call('POST', `${home}/tasks`, {
      title: `Chore ${i + 1}`,
      date: date(i % 7),
      recurrence: { frequency: 'weekly' },
      rotation: {
        ...{ kind: 'turns', unit: 'week', length: 1 },
        order: [0, 1, 2].map((next) => [people[(i + next) % PEOPLE]]),
      },
    });
  for (let i = SERIES * WEEKS_AHEAD; i < OPEN_TASKS; i++)
    await call('POST', `${home}/tasks`, {
      title: `Task number ${i + 1}`,
      ...(i % 5 !== 0 && { date: date(i % DAYS_AHEAD) }),
      responsibleMemberIds: [people[i % PEOPLE]],
    });
  for (let i = 0; i < DONE; i++) {
    const { id: done } = await call('POST', `${home}/tasks`, { title: `Done ${i + 1}`, date: date(0) });
    await call('POST', `${home}/occurrences/${done}/complete`, { completedFor: people[i % PEOPLE] });
  }
  return account;
}

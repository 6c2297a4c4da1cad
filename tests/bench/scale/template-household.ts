import { join, post, register } from '../http/people.js';

const MEMBERS = 3;
const CATEGORIES = ['Kitchen', 'Garden', 'Paperwork', 'Shopping'];
/** One that is daily, some that are weekly, a few that are rare: some 200 dates in 90 days. */
const RULES = [
  'FREQ=DAILY',
  'FREQ=WEEKLY;BYDAY=TU',
  'FREQ=WEEKLY;BYDAY=MO,WE,FR',
  'FREQ=WEEKLY;BYDAY=SA',
  'FREQ=WEEKLY;BYDAY=SU',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH',
  'FREQ=MONTHLY;BYMONTHDAY=1',
  'FREQ=MONTHLY;BYMONTHDAY=15',
];
const ONE_OFF = 40;

export type TemplateHousehold = { readonly id: string; readonly memberId: string; readonly email: string };

/** A household as people have one, made by the service itself; all others are copies of it. */
export async function makeTemplateHousehold(port: number): Promise<TemplateHousehold> {
  const url = `http://127.0.0.1:${port}`;
  const owner = await register(url);
  const add = <T>(path: string, body: object) => post<T>(url, path, owner.token, body);
  const { id } = await add<{ id: string }>('/v1/households', { name: 'Home', timeZone: 'UTC' });
  const home = `/v1/households/${id}`;
  const members = [owner.id];
  for (let i = 1; i < MEMBERS; i++) {
    const member = await register(url);
    await join(url, home, owner, member);
    members.push(member.id);
  }
  const categories: string[] = [];
  for (const name of CATEGORIES)
    categories.push((await add<{ id: string }>(`${home}/categories`, { name })).id);

  const date = new Date().toISOString().slice(0, 10);
  const turns = {
    kind: 'turns',
    order: members.map((member) => [member]),
    unit: 'occurrence',
    length: 1,
    offset: 0,
  };
  for (const [i, recurrence] of RULES.entries())
    await add(`${home}/tasks`, {
      title: `Chore ${i} that comes back`,
      date,
      recurrence,
      categoryId: categories[i % categories.length],
      ...(i % 2 === 0 && { time: '18:30', durationMinutes: 30, reminders: [30] }),
      ...(i % 3 === 0 ? { rotation: turns } : { responsibleMemberIds: [members[i % MEMBERS]] }),
    });
  for (let i = 0; i < ONE_OFF; i++)
    await add(`${home}/tasks`, {
      title: `Task ${i} of the household`,
      ...(i % 4 !== 0 && { date }),
      ...(i % 3 === 0 && { notes: 'The key hangs behind the door.\nClose the window afterwards.' }),
      ...(i % 2 === 0 && { responsibleMemberIds: [members[i % MEMBERS]] }),
      ...(i % 5 === 0 && { checklist: [{ title: 'Bucket' }, { title: 'Cloth' }, { title: 'Soap' }] }),
    });
  return { id, memberId: owner.id, email: owner.email };
}

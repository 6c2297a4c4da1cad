import { expect, test } from '@jest/globals';
import type { Person } from '../support/web-people.js';
import { sideways, violations } from '../support/web-pages.js';
import { describeStories } from '../support/web-story.js';

/* The panel of a task says why it is a member's turn, in the language of the user, as the service has
   decided it. */

type Row = {
  id: string;
  title: string;
  date: string;
  turnReason: string;
  turnOf: string[] | null;
  responsibleMemberIds: string[];
};

/**
 * By the date of a turn: its reason, the member whom the rotation names instead, the assignee, and the
 * sentence in both languages.
 */
const TURNS: Readonly<
  Record<string, readonly [reason: string, rule: string | null, who: string, ...string[]]>
> = {
  '2026-11-24': [...(['ROTATION', null, 'Ana'] as const), 'It’s Ana’s turn.', 'C’est à Ana de la faire.'],
  '2026-12-01': [
    ...(['MANUAL', 'Ben', 'Ana'] as const),
    'Assigned to Ana (normally Ben).',
    'Attribuée à Ana (normalement : Ben).',
  ],
  '2026-12-08': [
    ...(['SWAP', 'Chloé', 'Ana'] as const),
    'Ana took this turn in exchange for the one on Tue 15 Dec.',
    'En échange du tour du mar. 15 déc., Ana s’en charge.',
  ],
  '2026-12-22': [
    ...(['AWAY', 'Ben', 'Chloé'] as const),
    'Ben is away until Fri 25 Dec, so Chloé is covering.',
    'Ben s’absente jusqu’au ven. 25 déc. : le tour passe à Chloé.',
  ],
  '2026-12-29': [
    ...(['PAUSE', 'Chloé', 'Ana'] as const),
    'Ana is covering during a pause (normally Chloé).',
    'Ana s’en charge pendant la pause des routines (normalement : Chloé).',
  ],
};

describeStories('story: why it is my turn', (story) => {
  test('explains every reason for a turn in both languages', async () => {
    story.begins('2026-11-21T12:00:00Z');
    const {
      at,
      people: [ana, ben, chloe],
      idOf,
    } = await story.house('Ana', 'Ben', 'Chloé');
    const names = ['Ana', 'Ben', 'Chloé'] as const;
    const ids = await Promise.all(names.map(idOf));
    const [anaId, benId] = ids;
    const nameOf = (id: string) => names[ids.indexOf(id)];
    const order = ids.map((id) => [id]);
    const weekly = { date: '2026-11-24', recurrence: 'FREQ=WEEKLY' };
    await ana.post(`${at}/tasks`, { title: 'Bins', ...weekly, rotation: { kind: 'turns', order } });
    const rows = () => ana.get<Row[]>(`${at}/occurrences?view=all&limit=200`);
    const on = async (date: string, title = 'Bins') =>
      (await rows()).find((row) => row.title === title && row.date === date)!;

    await set(ana, `${at}/occurrences/${(await on('2026-12-01')).id}`, { responsibleMemberIds: [anaId] });
    const swap = await ana.post(`${at}/occurrences/${(await on('2026-12-15')).id}/swap`, {
      withOccurrenceId: (await on('2026-12-08')).id,
    });
    await chloe.post(`${at}/swaps/${swap.id}/accept`, {});
    await ben.post(`${at}/members/${benId}/away`, { from: '2026-12-20', to: '2026-12-25' });
    const days = { from: '2026-12-28', to: '2026-12-31' };
    await ana.post(`${at}/pauses`, { ...days, mode: 'assign', assignTo: anaId });
    // An unassigned task that Ben took, and one that Ana had too often.
    const { id: tap } = await ana.post(`${at}/tasks`, { title: 'Tap', date: '2026-11-30' });
    await ben.post(`${at}/occurrences/${tap}/claim`, {});
    const { seriesId } = (await ana.post(`${at}/tasks`, {
      ...{ title: 'Mop', date: '2026-11-26', recurrence: 'FREQ=DAILY;INTERVAL=2;COUNT=4' },
      ...{ durationMinutes: 600, rotation: { kind: 'turns', order: order.slice(0, 2), length: 10 } },
    })) as unknown as { seriesId: string };
    await ana.post(`${at}/rebalance`, { from: '2026-11-24', to: '2026-12-10', seriesIds: [seriesId] });
    const given = (await rows()).find(
      ({ title, turnReason }) => title === 'Mop' && turnReason === 'BALANCE',
    )!;

    const expected = [
      ...(await Promise.all(
        Object.entries(TURNS).map(async ([date, turn]) => ({ row: await on(date), turn })),
      )),
      {
        row: await on('2026-11-30', 'Tap'),
        turn: ['CLAIMED', null, 'Ben', 'Ben volunteered.', 'Prise en charge par Ben.'] as const,
      },
      {
        row: given,
        turn: [
          ...(['BALANCE', 'Ana', 'Ben'] as const),
          'Assigned to Ben to share the work fairly (normally Ana).',
          'Attribuée à Ben pour mieux répartir le travail (normalement : Ana).',
        ] as const,
      },
    ];
    // Every reason occurs.
    const reasons = expected.map(({ row: { turnReason } }) => turnReason);
    expect(reasons.sort()).toEqual(['AWAY', 'BALANCE', 'CLAIMED', 'MANUAL', 'PAUSE', 'ROTATION', 'SWAP']);

    await ben.send('PATCH', '/me', { locale: 'fr' });
    const { page: hers, screenshot } = await story.signedIn(ana);
    const { page: his } = await story.signedIn(ben);
    for (const { row, turn } of expected) {
      const [reason, rule, who, ...words] = turn;
      expect([row.turnReason, row.responsibleMemberIds.map(nameOf)]).toEqual([reason, [who]]);
      if (row.turnOf !== null) expect(row.turnOf.map(nameOf)).toEqual([rule]);
      for (const [place, page] of [hers, his].entries()) {
        await page.goto(`${story.base}${at}/occurrences/${row.id}`);
        await page.getByRole('button', { name: /^(Who|Qui)/ }).click();
        await page.getByText(words[place] ?? '', { exact: true }).waitFor();
        expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      }
    }
    await screenshot('why-balance-390-light-en');
  }, 240_000);
});

async function set(who: Person, path: string, fields: object): Promise<void> {
  const { version } = await who.get<{ version: number }>(path);
  const { status } = await who.send('PATCH', path, { ...fields, version });
  expect(status).toBe(200);
}

import { describe, expect, test } from '@jest/globals';
import { fc, runs } from '../../support/property.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import { SCOPES, type TaskEdit } from '../../../domain/series/edit-request.js';
import type { EditPreview } from '../../../domain/series/preview.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { compareSortKeys } from '../../../domain/shared/page.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { listKey } from '../../../domain/tasks/views.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

const TODAY = civilDate('2026-11-21');
const done = { for: null, at: null };

/** Reads all rows, no matter who may see them. */
async function everything({ useCases, ana, householdId }: Home) {
  return {
    rows: (await useCases.listOccurrences(ana, EVERYTHING, ALL)).rows,
    trash: (await useCases.listTrash(ana, ALL)).rows,
    series: (await useCases.listSeries(ana, ALL, { withEnded: true })).rows,
    swaps: (await useCases.listSwaps(ana, ALL)).rows,
    activity: (await useCases.listActivity(ana, ALL)).rows,
    notifications: (await useCases.listNotifications(ana, { unread: false }, ALL)).rows,
    household: await useCases.showHousehold(ana),
    householdId,
  };
}

const shown = ({
  title,
  notes,
  date,
  time,
  responsibleMemberIds,
  status,
  checklist,
  reminders,
}: Occurrence) =>
  JSON.stringify([
    title,
    notes,
    date,
    time,
    responsibleMemberIds,
    status,
    checklist.map((one) => one.title),
    reminders,
  ]);

/** Computes the effect of an edit from the lists before and after it. */
function happened(before: readonly Occurrence[], after: readonly Occurrence[], trash: readonly Occurrence[]) {
  const [were, are] = [
    new Map(before.map((row) => [row.id, row])),
    new Map(after.map((row) => [row.id, row])),
  ];
  const trashed = new Set(trash.map(({ id }) => id));
  const gone = before.filter(({ id }) => !are.has(id) && !trashed.has(id));
  const made = after.filter(({ id }) => !were.has(id));
  const pairs = Math.min(gone.length, made.length);
  const stayed = after.flatMap((row) => {
    const was = were.get(row.id) ?? null;
    return was === null ? [] : [{ was, row }];
  });
  const replaced = made.slice(0, pairs).map((row, i) => ({ was: gone[i]!, row }));
  const changed = [...stayed, ...replaced].filter(({ was, row }) => shown(was) !== shown(row));
  const same = [...stayed, ...replaced].filter(({ was, row }) => shown(was) === shown(row));
  return {
    created: made.length - pairs,
    changed: changed.length,
    removed: gone.length - pairs + before.filter(({ id }) => trashed.has(id)).length,
    kept: same.filter(({ row }) => row.status === 'TODO').length,
  };
}

const RULES: readonly (Recurrence | null)[] = [
  null,
  { frequency: 'weekly' },
  { frequency: 'daily', interval: 3 },
  { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'th' }] },
  { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
  { frequency: 'weekly', count: 5 },
  { kind: 'afterCompletion', every: 5, unit: 'day' },
];
const rule = fc.constantFrom(...RULES);

const rotation = ({ ana, ben, cleo }: Home, kind: number): RotationRequest | null => {
  const [a, b, c] = [ana.memberId, ben.memberId, cleo.memberId];
  const turns = { kind: 'turns', unit: 'occurrence', length: 1, offset: 0 } as const;
  return [
    null,
    { ...turns, order: [[a], [b], [c]] },
    { ...turns, order: [[b], [a]] },
    { kind: 'fixed' as const, members: [c] },
  ][kind]!;
};

const edits = fc.record(
  {
    title: fc.constantFrom('Glass', 'Task'),
    date: fc.integer({ min: -2, max: 20 }).map((days) => addDays(TODAY, days)),
    time: fc.constantFrom(null, civilTime('19:00')),
    recurrence: rule,
    rotationKind: fc.integer({ min: 0, max: 3 }),
    nobody: fc.constant(true),
  },
  { requiredKeys: [] },
);

const history = fc.array(
  fc.record({ what: fc.constantFrom('complete', 'skip', 'move', 'delete'), place: fc.nat(6) }),
  { maxLength: 3 },
);

const EXAMPLES = runs(120);

test('the preview of a random edit or deletion changes nothing and reports what the edit or deletion then does', async () => {
  let [accepted, moved] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        recurrence: rule,
        rotationKind: fc.integer({ min: 0, max: 3 }),
        history,
        daysLater: fc.nat(9),
      }),
      fc.record({
        edit: fc.option(edits, { nil: null, freq: 6 }),
        scope: fc.constantFrom(...SCOPES),
        place: fc.nat(8),
      }),
      async (start, { edit, scope, place }) => {
        const home = await aHome();
        const { useCases, ana, app } = home;
        const taskRotation = start.recurrence && rotation(home, start.rotationKind);
        await useCases.createTask(
          ana,
          aDraft({
            date: TODAY,
            recurrence: start.recurrence,
            rotation: taskRotation,
            checklist: [{ title: 'a' }],
          }),
        );
        const rows = async () => (await useCases.listOccurrences(ana, EVERYTHING, ALL)).rows;
        for (const { what, place: at } of start.history) {
          const row = (await rows())[at];
          if (row === undefined) continue;
          if (what === 'complete') await useCases.completeOccurrence(ana, row.id, done);
          else if (what === 'skip') await useCases.skipOccurrence(ana, row.id).catch(() => null);
          else if (what === 'delete') await useCases.deleteOccurrence(ana, row.id, 'this', {});
          else await useCases.editOccurrence(ana, row.id, 'this', { date: addDays(TODAY, at + 1) }, {});
        }
        app.clock.advance(start.daysLater * 86_400_000);
        await app.performJobs();
        const before = await everything(home);
        const target = before.rows[place % Math.max(before.rows.length, 1)];
        if (target === undefined) return;

        const { rotationKind, nobody, ...fields } = edit ?? {};
        const asked: TaskEdit = {
          ...fields,
          ...(rotationKind !== undefined && { rotation: rotation(home, rotationKind) }),
          ...(nobody && { responsibleMemberIds: [] }),
        };
        const preview = await (
          edit === null
            ? useCases.previewOccurrenceDeletion(ana, target.id, scope)
            : useCases.previewOccurrenceEdit(ana, target.id, scope, asked, { version: target.version })
        ).catch((error: unknown) => error as Error);
        expect(await everything(home)).toEqual(before);

        const acted = await (
          edit === null
            ? useCases.deleteOccurrence(ana, target.id, scope, {})
            : useCases.editOccurrence(ana, target.id, scope, asked, { version: target.version })
        ).catch((error: unknown) => error as Error);
        if (preview instanceof Error) {
          expect(preview).toHaveProperty('code');
          expect(acted).toEqual(preview);
          return;
        }
        accepted += 1;
        const after = await everything(home);
        const newlyTrashed = after.trash.filter(({ id }) => before.trash.every((one) => one.id !== id));
        expect(preview.counts).toEqual(happened(before.rows, after.rows, newlyTrashed));
        expectDates(preview, before.rows, after.rows, addDays(TODAY, start.daysLater));
        moved += preview.counts.changed;
      },
    ),
    EXAMPLES,
  );
  expect(accepted / EXAMPLES.numRuns).toBeGreaterThan(0.4);
  expect(moved / EXAMPLES.numRuns).toBeGreaterThan(1.15);
}, 120_000);

function expectDates(
  { dates }: EditPreview,
  before: readonly Occurrence[],
  after: readonly Occurrence[],
  today: string,
): void {
  const coming = after
    .filter(({ status, date }) => status === 'TODO' && date !== null && date >= today)
    .toSorted((a, b) => compareSortKeys(listKey(a), listKey(b)))
    .slice(0, 10);
  const facts = ({
    date,
    time,
    responsibleMemberIds,
  }: Pick<Occurrence, 'date' | 'time' | 'responsibleMemberIds'>) =>
    [date, time, ...responsibleMemberIds].join();
  expect(dates.map(facts).sort()).toEqual(coming.map(facts).sort());
  expect(dates.map(({ date }) => date)).toEqual(coming.map(({ date }) => date));
  const were = new Map(before.map((row) => [row.id, row]));
  for (const { occurrenceId, was, index } of dates) {
    if (occurrenceId === null) continue;
    const [old, row] = [were.get(occurrenceId)!, coming.find(({ id }) => id === occurrenceId)!];
    expect(index).toBe(row.seriesIndex);
    if (was === null) expect(shown(old)).toBe(shown(row));
    else expect(was).toEqual({ date: old.date, responsibleMemberIds: old.responsibleMemberIds });
  }
}

describe('previews', () => {
  const weekly = async (home: Home) =>
    home.useCases.createTask(
      home.ana,
      aDraft({
        title: 'Bins',
        date: TODAY,
        recurrence: { frequency: 'weekly' },
        rotation: rotation(home, 1),
      }),
    );

  test.each(
    SCOPES.flatMap((scope) =>
      (['title', 'time', 'date', 'reminders'] as const).map((field) => [scope, field] as const),
    ),
  )(
    'of an edit with scope %s that sends the current %s report no change, and the edit changes nothing',
    async (scope, field) => {
      const home = await aHome();
      const { useCases, ana } = home;
      const first = await weekly(home);
      const { id } = first;
      const before = await everything(home);
      const edit: TaskEdit = { [field]: first[field] };
      const { counts } = await useCases.previewOccurrenceEdit(ana, id, scope, edit, {});
      expect(counts).toEqual({ created: 0, changed: 0, removed: 0, kept: before.rows.length });
      await useCases.editOccurrence(ana, id, scope, edit, {});
      const after = await everything(home);
      expect([after.rows, after.series]).toEqual([before.rows, before.series]);
    },
  );

  test('of an edit of a series report what the edit then does, and fail if the version is not the current one', async () => {
    const home = await aHome();
    const { useCases, ana } = home;
    const { seriesId } = await weekly(home);
    const before = await everything(home);
    const recurrence = { frequency: 'weekly', byDay: [{ day: 'we' }] } as const;
    const preview = await useCases.previewSeriesEdit(ana, seriesId!, { recurrence }, { version: 1 });
    expect(await everything(home)).toEqual(before);
    expect(preview.counts).toMatchObject({ created: 0, removed: 0 });
    expect(preview.dates[0]).toMatchObject({ date: '2026-11-25', was: { date: '2026-11-21' } });
    const stale = useCases.previewSeriesEdit(ana, seriesId!, { recurrence }, { version: 7 });
    await expect(stale).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
    await useCases.editSeries(ana, seriesId!, { recurrence }, { version: 1 });
    expect(preview.counts).toEqual(happened(before.rows, (await everything(home)).rows, []));
  });

  test('of an absence list the turns that other members take over, without tasks that the caller may not see', async () => {
    const home = await aHome();
    const { useCases, ana, ben, cleo } = home;
    await weekly(home);
    const daily = { frequency: 'daily' } as const;
    await useCases.createTask(
      ben,
      aDraft({
        date: TODAY,
        visibility: 'PERSONAL',
        recurrence: daily,
        rotation: { kind: 'fixed', members: [ben.memberId] },
      }),
    );
    const mine = await useCases.createTask(
      ben,
      aDraft({ date: civilDate('2026-12-01'), responsibleMemberIds: [ben.memberId] }),
    );
    const awayPeriods = [{ from: civilDate('2026-11-25'), to: civilDate('2026-12-20') }];
    const before = await everything(home);
    const preview = await useCases.previewMemberEdit(ana, ben.memberId, { awayPeriods });
    expect(await everything(home)).toEqual(before);
    // Cleo takes the turn of 28 November from Ben, and Ana takes that of 19 December. The one-off task
    // remains assigned to Ben.
    expect(preview.counts).toEqual({ created: 0, changed: 2, removed: 0, kept: 1 });
    const turn = (date: string, who: MemberId) => ({
      date,
      responsibleMemberIds: [who],
      was: { date, responsibleMemberIds: [ben.memberId] },
    });
    expect(preview.dates).toMatchObject([
      turn('2026-11-28', cleo.memberId),
      turn('2026-12-19', ana.memberId),
    ]);
    await useCases.editMember(ben, ben.memberId, { awayPeriods });
    const after = (await useCases.listOccurrences(ana, EVERYTHING, ALL)).rows;
    const changed = after.filter((row) => shown(row) !== shown(before.rows.find(({ id }) => id === row.id)!));
    expect(changed.map(({ id }) => id)).toEqual(preview.dates.map(({ occurrenceId }) => occurrenceId));
    expect(after.find(({ id }) => id === mine.id)?.responsibleMemberIds).toEqual([ben.memberId]);
    await expect(useCases.previewMemberEdit(cleo, ben.memberId, { awayPeriods })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

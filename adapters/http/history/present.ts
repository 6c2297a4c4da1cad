import { Type, type Static } from 'typebox';
import { ACTIVITY_ACTIONS, SUBJECT_TYPES, type Activity } from '../../../domain/history/activity.js';
import type { Statistics, WorkTotals } from '../../../domain/history/statistics.js';
import { date, instant, nullable, oneOf, presentInstant, uuid } from '../schema/common.js';

export const ActivityDto = Type.Object(
  {
    id: uuid(),
    at: instant(),
    actorId: nullable(uuid()),
    action: oneOf(ACTIVITY_ACTIONS),
    subject: Type.Object({
      type: oneOf(SUBJECT_TYPES),
      id: uuid(),
      title: nullable(Type.String({ description: 'As it was then' })),
    }),
    changes: Type.Array(Type.Object({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
  },
  { title: 'ActivityDto' },
);

const count = () => Type.Integer({ minimum: 0 });

const TOTALS = { done: count(), onTime: count(), late: count(), skipped: count(), minutes: count() };

export const StatisticsDto = Type.Object(
  {
    members: Type.Array(
      Type.Object({
        memberId: uuid(),
        ...TOTALS,
        share: Type.Number({ minimum: 0, maximum: 1, description: 'Of the SHARED work that was done' }),
        streak: Type.Integer({
          minimum: 0,
          description: 'Days in a row up to `to`, which may still be empty',
        }),
      }),
    ),
    categories: Type.Array(Type.Object({ categoryId: nullable(uuid()), done: count() })),
    days: Type.Array(Type.Object({ date: date(), done: count() })),
    personal: Type.Object(TOTALS, {
      description: 'What the caller did of their PERSONAL tasks; everything else is of SHARED ones',
    }),
  },
  { title: 'StatisticsDto' },
);

export function presentActivity({
  id,
  at,
  actorId,
  action,
  subject,
  changes,
}: Activity): Static<typeof ActivityDto> {
  return {
    id,
    at: presentInstant(at),
    actorId,
    action,
    subject: { type: subject.type, id: subject.id, title: subject.title },
    changes: changes.map(({ field, from, to }) => ({ field, from, to })),
  };
}

export function presentStatistics({
  members,
  categories,
  days,
  personal,
}: Statistics): Static<typeof StatisticsDto> {
  return {
    members: members.map(({ memberId, share, streak, ...totals }) => ({
      memberId,
      ...presentTotals(totals),
      share,
      streak,
    })),
    categories: categories.map(({ categoryId, done }) => ({ categoryId, done })),
    days: days.map(({ date: day, done }) => ({ date: day, done })),
    personal: presentTotals(personal),
  };
}

function presentTotals({ done, onTime, late, skipped, minutes }: WorkTotals): WorkTotals {
  return { done, onTime, late, skipped, minutes };
}

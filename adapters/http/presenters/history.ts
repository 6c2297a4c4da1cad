import { Type, type Static } from 'typebox';
import { ACTIVITY_ACTIONS, SUBJECT_TYPES, type Activity } from '../../../domain/history/activity.js';
import type { Statistics } from '../../../domain/history/statistics.js';
import { date, instant, nullable, oneOf, presentInstant, uuid } from './common.js';

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

export const StatisticsDto = Type.Object(
  {
    members: Type.Array(
      Type.Object({
        memberId: uuid(),
        done: count(),
        onTime: count(),
        late: count(),
        skipped: count(),
        minutes: count(),
        share: Type.Number({ minimum: 0, maximum: 1, description: 'Of everything that was done' }),
        streak: Type.Integer({
          minimum: 0,
          description: 'Days in a row up to `to`, which may still be empty',
        }),
      }),
    ),
    categories: Type.Array(Type.Object({ categoryId: nullable(uuid()), done: count() })),
    days: Type.Array(Type.Object({ date: date(), done: count() })),
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

export function presentStatistics({ members, categories, days }: Statistics): Static<typeof StatisticsDto> {
  return {
    members: members.map(({ memberId, done, onTime, late, skipped, minutes, share, streak }) => ({
      memberId,
      done,
      onTime,
      late,
      skipped,
      minutes,
      share,
      streak,
    })),
    categories: categories.map(({ categoryId, done }) => ({ categoryId, done })),
    days: days.map(({ date: day, done }) => ({ date: day, done })),
  };
}

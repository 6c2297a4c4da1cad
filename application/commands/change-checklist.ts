import { laterInstant, standsAgainst } from '../../domain/commands/command.js';
import { CHECKLIST_LIMIT, editChecklist, removeFromChecklist } from '../../domain/tasks/checklist.js';
import { mutated, type Occurrence } from '../../domain/tasks/occurrence.js';
import { requireActOn, requireEditItem } from '../shared/require-right.js';
import { ApplicationError, idTaken } from '../shared/errors.js';
import { recordOccurrence } from '../tasks/change-occurrence.js';
import { DONE, GONE, lockOccurrence, OUTDATED, SAME, type ActOf, type Outcome, type Work } from './work.js';

/** Items of a checklist: each stands for itself, and of its ticks the later stays. */
export async function changeChecklist(
  work: Work,
  act: ActOf<'checklist.add' | 'checklist.set' | 'checklist.remove'>,
): Promise<Outcome> {
  const { scope, caller, dependencies } = work;
  // In the trash too, so that a batch that is sent again after a restore finds what it found before.
  const before = await lockOccurrence(work, act);
  if (before === null) return GONE;
  requireActOn(caller, before);
  if (act.type === 'checklist.set') requireEditItem(caller, act.edit);
  const write = async (checklist: Occurrence['checklist']): Promise<Outcome> => {
    const after = mutated(before, { checklist }, { now: dependencies.clock.now(), by: caller.memberId });
    await scope.occurrences.save(after);
    if (before.deletedAt === null) recordOccurrence(scope, caller, 'checklist', before, after);
    return DONE;
  };
  if (act.type === 'checklist.add') {
    if (before.checklist.some(({ id }) => id === act.itemId)) throw idTaken();
    if (before.checklist.length >= CHECKLIST_LIMIT)
      throw new ApplicationError('LIMIT_REACHED', `A checklist holds at most ${CHECKLIST_LIMIT} items`, {
        limit: CHECKLIST_LIMIT,
      });
    return write([...before.checklist, { id: act.itemId, title: act.title, done: false }]);
  }
  const item = before.checklist.find(({ id }) => id === act.itemId);
  if (item === undefined) return GONE;
  if (act.type === 'checklist.remove') return write(removeFromChecklist(before.checklist, item.id) ?? []);
  return setItem(work, act, before, item, write);
}

async function setItem(
  { scope, at }: Work,
  { edit: { done, ...others } }: ActOf<'checklist.set'>,
  before: Occurrence,
  item: Occurrence['checklist'][number],
  write: (checklist: Occurrence['checklist']) => Promise<Outcome>,
): Promise<Outcome> {
  const stands = done !== undefined && standsAgainst(item.tickedAt ?? null, at);
  const ticked = stands ? { done, tickedAt: laterInstant(item.tickedAt, at) } : {};
  const edited = editChecklist(before.checklist, item.id, { ...others, ...ticked }) ?? before.checklist;
  const place = (list: Occurrence['checklist']) => list.findIndex(({ id }) => id === item.id);
  const after = edited[place(edited)] ?? item;
  if (after.done === item.done && after.title === item.title && place(edited) === place(before.checklist)) {
    if (done !== undefined && done !== item.done) return OUTDATED;
    if (after.tickedAt !== item.tickedAt) await scope.occurrences.save({ ...before, checklist: edited });
    return SAME;
  }
  return write(edited);
}

import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { CivilTime } from '../../domain/shared/civil-time.js';
import type { CategoryId, MemberId } from '../../domain/shared/ids.js';
import type { Rotation } from '../../domain/rotation/rotation.js';
import type { ClientIds } from '../../domain/tasks/draft.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { planContext } from '../../domain/series/series.js';
import { upcomingTurns } from '../../domain/series/turns.js';
import { permit } from '../policy/operations.js';
import type { MemberCaller } from '../shared/caller.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import { resolveFirstDate } from '../series/create-series.js';
import { writeTask } from '../tasks/create-task.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import {
  readSentence,
  type ReadSentence,
  type SentenceRequest,
  type SentenceReaders,
} from './read-sentence.js';

export type PreviewedQuickAdd = Omit<ReadSentence, 'members'> & {
  readonly text: string;
  readonly upcoming: readonly {
    readonly date: CivilDate;
    readonly time: CivilTime | null;
    readonly responsibleMemberIds: readonly MemberId[];
  }[];
};

const UPCOMING = 5;

/**
 * Returns the task that a sentence would create, with its first dates. Writes nothing. Throws the errors of {@link
 * readSentence}, and VALIDATION_FAILED if the recurrence has no date.
 */
export function previewQuickAdd({ households, categories, clock }: SentenceReaders & { clock: Clock }) {
  return async (caller: MemberCaller, sentence: SentenceRequest): Promise<PreviewedQuickAdd> => {
    const { members, ...read } = await readSentence({ households, categories }, clock, caller, sentence);
    return { ...read, text: sentence.text, upcoming: upcoming(read.draft, caller, members, clock.now()) };
  };
}

/**
 * `saidAt` is the time when a sentence was said, if the client sends it late. `given` contains the ids that the
 * client chose for the task.
 */
type SaidLate = { readonly saidAt?: Instant; readonly given?: ClientIds | null };

/**
 * Creates a task from one sentence, as createTask does. If the sentence names a new category, the category is created
 * too. If the sentence is a ticked line of a list, the task is completed by the caller, unless the preview warns that
 * it stays open.
 *
 * @throws TASK_TITLE_REQUIRED or SEVERAL_SENTENCES as {@link readSentence}.
 * @throws FORBIDDEN if the caller may not create the category that the sentence names.
 * @throws VALIDATION_FAILED as {@link readSentence} or createTask.
 * @throws LIMIT_REACHED, FORBIDDEN or ID_TAKEN as createTask.
 * @throws LIMIT_REACHED if the household, or the caller's account, would have too many categories.
 */
export function quickAdd(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  const { unitOfWork, clock, ids } = dependencies;
  return (
    caller: MemberCaller,
    sentence: SentenceRequest,
    { saidAt = clock.now(), given = null }: SaidLate = {},
  ): Promise<Occurrence> =>
    unitOfWork.run(async (scope) => {
      const { draft, newCategory } = await readSentence(scope, { now: () => saidAt }, caller, sentence);
      const categoryId =
        newCategory === null ? draft.categoryId : await createCategory(scope, caller, newCategory);
      const occurrence = await writeTask(
        dependencies,
        scope,
        caller,
        { ...draft, categoryId },
        given,
        saidAt,
      );
      scope.operation.shows([occurrence.id]);
      return occurrence;
    });
  async function createCategory(
    scope: UnitOfWorkScope,
    caller: MemberCaller,
    name: string,
  ): Promise<CategoryId> {
    permit(caller, 'createCategory');
    const { id } = await scope.categories.findOrInsert({
      id: ids.next<CategoryId>(),
      householdId: caller.household.id,
      name,
      color: null,
      icon: null,
      createdBy: caller.memberId,
      createdAt: clock.now(),
    });
    return id;
  }
}

/** Returns the first dates of the task with their assignees, or an empty list if it has no date. */
function upcoming(
  { date, time, recurrence, rotation, responsibleMemberIds }: ReadSentence['draft'],
  { household }: MemberCaller,
  members: ReadSentence['members'],
  now: Instant,
): PreviewedQuickAdd['upcoming'] {
  if (date === null) return [];
  if (recurrence === null) return [{ date, time, responsibleMemberIds }];
  const turns: Rotation = rotation ?? { kind: 'fixed', members: responsibleMemberIds };
  const context = planContext(household, listAwayPeriods(members), now);
  const begun = resolveFirstDate({ recurrence, season: null }, date, household);
  return upcomingTurns(begun, turns, { limit: UPCOMING }, context).map((turn) => ({
    date: turn.date,
    time: turn.time ?? time,
    responsibleMemberIds: turn.responsibleMemberIds,
  }));
}

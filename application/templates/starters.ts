import type { Locale } from '../../domain/shared/locale.js';
import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import { NO_BALANCE_INPUTS } from '../../domain/rotation/draw.js';
import type { CategoryId, MemberId, SeriesId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { draftsOfStarters, findStarters, type Starter } from '../../domain/templates/starters.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { householdNotFound, validationFailed, invalidField } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { writeTask } from '../tasks/create-task.js';
import { previewWithMembers } from '../series/preview-recurrence.js';
import { requireMembers } from '../tasks/require-references.js';
import { problem } from '../../domain/shared/problem.js';

export type StarterChoice = {
  readonly keys: readonly string[];
  readonly memberIds: readonly MemberId[];
  /** The first day of the created series. null means today on the household's calendar. */
  readonly startDate: CivilDate | null;
  /** The language of titles and new categories. null means the caller's language. */
  readonly locale: Locale | null;
};

type Dependencies = Needs<'unitOfWork' | 'clock' | 'ids'>;

/**
 * Creates a series for each chosen starter (a chore that the service suggests to a new household), or none if one
 * cannot be created. Returns the first occurrence of each, in the order of the list of starters. If the household has
 * a category with the name that a starter needs, it is used, otherwise it is created.
 *
 * @throws VALIDATION_FAILED for an unknown key, for a member who is not in the household, and for a member who takes
 *   no turns if a starter needs a rotation.
 * @throws LIMIT_REACHED if the tasks exceed a limit.
 */
export function applyStarters(dependencies: Dependencies) {
  const { unitOfWork, clock } = dependencies;
  return async (caller: MemberCaller, choice: StarterChoice): Promise<readonly Occurrence[]> => {
    const { starters, locale, memberIds } = readChoice(caller, choice);
    return unitOfWork.run(async (scope) => {
      // The household is locked before members and categories, in the same order as everywhere else, to avoid
      // deadlocks.
      if ((await scope.households.findForUpdate(caller.household.id)) === null) throw householdNotFound();
      await requireMembers(scope.households, caller, memberIds, (i) => `memberIds.${i}`);
      const drafts = draftsOfStarters(starters, {
        locale,
        memberIds,
        startDate: choice.startDate ?? householdNow(caller, clock).date,
        categories: await categoriesFor(dependencies, scope, caller, starters, locale),
      });
      scope.operation.is('APPLIED');
      const created: Occurrence[] = [];
      for (const draft of drafts) created.push(await writeTask(dependencies, scope, caller, draft));
      scope.operation.shows(created.map(({ id: first }) => first));
      return created;
    });
  };
}

/** A planned date of a starter in a preview. */
export type StarterDate = Pick<Occurrence, 'title' | 'responsibleMemberIds'> & { readonly date: CivilDate };

/**
 * Returns the dates of the first seven days of the series that {@link applyStarters} would create, with their
 * assignees, ordered by date. Writes nothing. Throws VALIDATION_FAILED as applyStarters does.
 */
export function previewStarters({ households, clock, ids }: Needs<'households' | 'clock' | 'ids'>) {
  return async (caller: MemberCaller, choice: StarterChoice): Promise<readonly StarterDate[]> => {
    const { starters, locale, memberIds } = readChoice(caller, choice);
    const members = await households.members(caller.household.id);
    const strangers = memberIds.filter((id) => members.every((member) => member.id !== id));
    if (strangers.length > 0) throw validationFailed(strangers.map(notAMember(memberIds)));
    const { date: today } = householdNow(caller, clock);
    const startDate = choice.startDate ?? today;
    const drafts = draftsOfStarters(starters, { locale, memberIds, startDate, categories: new Map() });
    const admission = { seed: ids.next<SeriesId>(), balanceInputs: NO_BALANCE_INPUTS };
    return drafts
      .flatMap(({ title, recurrence, rotation, season, responsibleMemberIds: fixed }) => {
        if (recurrence === null) return [];
        const days = { from: startDate, to: addDays(startDate, SHOWN_DAYS - 1), limit: SHOWN_DAYS };
        const { dates } = previewWithMembers(caller, members, {
          ...{ recurrence, startDate, rotation, season, admission, today },
          ...days,
        });
        return dates.map(({ date, responsibleMemberIds }) => ({
          ...{ date, title },
          responsibleMemberIds: rotation === null ? fixed : responsibleMemberIds,
        }));
      })
      .toSorted((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
  };
}

const SHOWN_DAYS = 7;

const notAMember = (memberIds: readonly MemberId[]) => (id: MemberId) =>
  problem(`memberIds.${memberIds.indexOf(id)}`, 'member', 'must be a member of this household');

function readChoice(caller: MemberCaller, { keys, locale, memberIds }: StarterChoice) {
  const starters = findStarters(keys);
  if (starters === null) throw invalidField('keys', 'exists', 'must be a known starter');
  return { starters, locale: locale ?? caller.account.locale, memberIds: [...new Set(memberIds)] };
}

async function categoriesFor(
  { clock, ids }: Dependencies,
  { categories }: Pick<UnitOfWorkScope, 'categories'>,
  { household, memberId }: MemberCaller,
  starters: readonly Starter[],
  locale: Locale,
): Promise<ReadonlyMap<Starter['category'], CategoryId>> {
  const named = [...new Set(starters.map(({ category }) => category))];
  // Categories are inserted in the order of their names, so that parallel transactions cannot deadlock.
  const inOrder = named.toSorted((a, b) => (a.name[locale] < b.name[locale] ? -1 : 1));
  const found = new Map<Starter['category'], CategoryId>();
  for (const category of inOrder) {
    const { id } = await categories.findOrInsert({
      id: ids.next<CategoryId>(),
      householdId: household.id,
      name: category.name[locale],
      color: null,
      icon: category.icon,
      createdBy: memberId,
      createdAt: clock.now(),
    });
    found.set(category, id);
  }
  return found;
}

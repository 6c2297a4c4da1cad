import { chooseLocale } from '../../domain/quick-add/choose-locale.js';
import { splitLines } from '../../domain/quick-add/lines.js';
import { parse } from '../../domain/quick-add/parse.js';
import type { QuickAddResult, QuickAddTask, QuickAddWarning } from '../../domain/quick-add/result.js';
import { CHECKLIST_LIMIT } from '../../domain/tasks/checklist.js';
import type { Problem } from '../../domain/shared/problem.js';
import { draftProblems, EMPTY_DRAFT, type TaskDraft } from '../../domain/tasks/draft.js';
import { MAX_LIST_LINES, type PlacedLine } from '../../domain/shared/list-mark.js';
import { resolveFirstDate } from '../series/create-series.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { ApplicationError, validationFailed } from '../shared/errors.js';
import type { CategoryReader, HouseholdReader, NamedMember } from '../households/ports.js';
import type { Clock } from '../shared/ports.js';

export type SentenceRequest = {
  readonly text: string;
  /**
   * The language of the sentence. null means the user's language. AUTO chooses the language that explains most of the
   * sentence, or the user's language if none explains more.
   */
  readonly locale: string | null;
  /**
   * The parts of the sentence, as UTF-16 ranges, that stay plain text because the user has rejected their reading.
   */
  readonly ignore: readonly (readonly [start: number, end: number])[];
};

export type SentenceReaders = { households: HouseholdReader; categories: CategoryReader };

type Task = Extract<QuickAddResult, { kind: 'task' }>;

export type ReadSentence = Pick<Task, 'spans' | 'warnings'> & {
  readonly locale: string;
  readonly draft: TaskDraft & Pick<QuickAddTask, 'rotation' | 'checklist' | 'done'>;
  /** The name of a category that the household does not have yet; it is created with the task. */
  readonly newCategory: string | null;
  readonly members: readonly NamedMember[];
};

export const AUTO_LOCALE = 'auto';

/** The largest number of characters of a sentence, without its list mark and its checklist. */
const SENTENCE_LIMIT = 500;
const TITLE_LIMIT = 200;
const MAX_CATEGORIES = 500;

/**
 * Reads a sentence in the context of the household. Preview and creation both use this.
 *
 * @throws TASK_TITLE_REQUIRED if the sentence contains only dates and markers.
 * @throws SEVERAL_SENTENCES if the text has several lines that are sentences.
 * @throws VALIDATION_FAILED if a part is too long, if there are too many lines, or if parts contradict each other.
 */
export async function readSentence(
  { households, categories }: SentenceReaders,
  clock: Clock,
  caller: MemberCaller,
  { text, locale: asked, ignore }: SentenceRequest,
): Promise<ReadSentence> {
  const { household, memberId, account } = caller;
  const { sentence, items, others } = splitLines(text);
  const sizeProblems = [
    ...(items.length > CHECKLIST_LIMIT || others.length >= MAX_LIST_LINES
      ? [tooLarge('arrayMaxSize', `the list has more than ${MAX_LIST_LINES} lines`)]
      : []),
    // The lines of a list are sentences of their own.
    ...(others.length === 0 && isLonger(sentence.text, SENTENCE_LIMIT)
      ? [tooLarge('maxLength', `must be at most ${SENTENCE_LIMIT} characters`)]
      : []),
  ];
  if (sizeProblems.length > 0) throw validationFailed(sizeProblems);
  const members = await households.members(household.id);
  const known = await categories.list(household.id, { limit: MAX_CATEGORIES, after: null });
  const context = {
    now: clock.now(),
    timeZone: household.timeZone,
    firstDayOfWeek: household.weekStartsOn,
    members: members.map(({ id, name, takesTurns }) => ({ id, displayName: name, takesTurns })),
    me: memberId,
    categories: known.rows,
    ignore,
  };
  const isAuto = asked === AUTO_LOCALE;
  const locale = isAuto ? chooseLocale(text, account.locale, context) : (asked ?? account.locale);
  const result = parse(text, { ...context, locale, ...(isAuto && { accountLocale: account.locale }) });
  if (result.kind === 'severalSentences')
    throw new ApplicationError(
      'SEVERAL_SENTENCES',
      'A sentence creates one task. Send each line on its own',
      {
        lines: result.lines,
      },
    );
  const { task, spans, warnings } = result;
  const draft = toDraft(task);
  const openReason = task.done ? whyStillOpen(draft, caller, clock) : null;
  const problems = [...lengthProblems(task), ...draftProblems(draft, memberId)];
  if (problems.length > 0) throw validationFailed(problems);
  const newCategory = task.category !== null && 'newName' in task.category ? task.category.newName : null;
  const read = { locale, newCategory, members, spans };
  if (openReason === null) return { ...read, draft, warnings };
  return {
    ...read,
    draft: { ...draft, done: false },
    warnings: [warnAboutTick(sentence, openReason), ...warnings],
  };
}

/**
 * Returns why the new task of a ticked line stays open, or null if the caller completes it.
 * @throws VALIDATION_FAILED if the recurrence has no date.
 */
function whyStillOpen(
  { recurrence, date, completion, visibility, responsibleMemberIds }: TaskDraft,
  caller: MemberCaller,
  clock: Clock,
): string | null {
  if (recurrence !== null && date !== null) {
    const { start } = resolveFirstDate({ recurrence, season: null }, date, caller.household);
    if (start > householdNow(caller, clock).date)
      return 'The task repeats, and its first date is in the future';
  }
  const isForEach = completion === 'all' && visibility === 'SHARED' && responsibleMemberIds.length > 1;
  if (isForEach && !responsibleMemberIds.includes(caller.memberId))
    return 'Each assignee ticks separately, and you are not one of them';
  return null;
}

/** Returns the warning that a ticked line becomes an open task. Its place is the list mark with the box. */
const warnAboutTick = ({ start, textStart }: PlacedLine, reason: string): QuickAddWarning => ({
  code: 'NOT_COMPLETED',
  message: `${reason}. So the task is created open, although its box is ticked`,
  start,
  end: textStart,
});

const tooLarge = (rule: string, message: string): Problem => ({ field: 'text', rule, message });

const isLonger = (text: string, limit: number): boolean =>
  text.length > limit && Array.from(text).length > limit;

/** Returns the problems of a title or checklist that is too long. Throws TASK_TITLE_REQUIRED if there is no title. */
function lengthProblems({ title, checklist }: QuickAddTask): Problem[] {
  if (title === '')
    throw new ApplicationError(
      'TASK_TITLE_REQUIRED',
      'The sentence contains no title besides dates, times and people. Add what is to be done',
    );
  return [
    ...(isLonger(title, TITLE_LIMIT)
      ? [tooLarge('maxLength', `the title is longer than ${TITLE_LIMIT} characters`)]
      : []),
    ...(checklist.some((item) => isLonger(item.title, TITLE_LIMIT))
      ? [tooLarge('maxLength', `a line of the list is longer than ${TITLE_LIMIT} characters`)]
      : []),
  ];
}

function toDraft({ category, ...said }: QuickAddTask): ReadSentence['draft'] {
  return {
    ...EMPTY_DRAFT,
    ...said,
    categoryId: category !== null && 'id' in category ? category.id : null,
    allDay: null,
  };
}

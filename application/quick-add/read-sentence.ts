import { chooseLocale } from '../../domain/quick-add/choose-locale.js';
import { parse } from '../../domain/quick-add/parse.js';
import type { QuickAddResult, QuickAddTask } from '../../domain/quick-add/result.js';
import { CHECKLIST_LIMIT } from '../../domain/tasks/checklist.js';
import type { Problem } from '../../domain/shared/problem.js';
import { draftProblems, EMPTY_DRAFT, type TaskDraft } from '../../domain/tasks/draft.js';
import type { MemberCaller } from '../shared/caller.js';
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

const TITLE_LIMIT = 200;
const MAX_CATEGORIES = 500;

/**
 * Reads a sentence in the context of the household. Preview and creation both use this.
 *
 * @throws TASK_TITLE_REQUIRED if the sentence contains only dates and markers.
 * @throws SEVERAL_SENTENCES if the text has several lines that are sentences.
 * @throws VALIDATION_FAILED if a part is too long, or if parts contradict each other.
 */
export async function readSentence(
  { households, categories }: SentenceReaders,
  clock: Clock,
  caller: MemberCaller,
  { text, locale: asked, ignore }: SentenceRequest,
): Promise<ReadSentence> {
  const { household, memberId, account } = caller;
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
  const locale =
    asked === AUTO_LOCALE ? chooseLocale(text, account.locale, context) : (asked ?? account.locale);
  const result = parse(text, { ...context, locale });
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
  const problems = [...lengthProblems(task), ...draftProblems(draft, memberId)];
  if (problems.length > 0) throw validationFailed(problems);
  const newCategory = task.category !== null && 'newName' in task.category ? task.category.newName : null;
  return { locale, draft, newCategory, members, spans, warnings };
}

/** Returns the problems of a title or checklist that is too long. Throws TASK_TITLE_REQUIRED if there is no title. */
function lengthProblems({ title, checklist }: QuickAddTask): Problem[] {
  if (title === '')
    throw new ApplicationError(
      'TASK_TITLE_REQUIRED',
      'The sentence contains no title besides dates, times and people. Add what is to be done',
    );
  const problem = (rule: string, message: string) => ({ field: 'text', rule, message });
  const isTooLong = (text: string) => Array.from(text).length > TITLE_LIMIT;
  return [
    ...(isTooLong(title) ? [problem('maxLength', `the title is longer than ${TITLE_LIMIT} characters`)] : []),
    ...(checklist.some((item) => isTooLong(item.title))
      ? [problem('maxLength', `a line of the list is longer than ${TITLE_LIMIT} characters`)]
      : []),
    ...(checklist.length > CHECKLIST_LIMIT
      ? [problem('arrayMaxSize', `the list has more than ${CHECKLIST_LIMIT} lines`)]
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

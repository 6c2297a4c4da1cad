import { parse } from '../../domain/quick-add/parse.js';
import type { QuickAddContext, QuickAddTask } from '../../domain/quick-add/result.js';
import { toRRule } from '../../domain/recurrence/to-rrule.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { FORMS } from './quick-add-form-examples.js';

const NAMES = new Map<string, string>([
  ['alex', 'Alex'],
  ['lea', 'Léa'],
  ['me', 'Marie'],
]);

/** The time is Wednesday, 18 November 2026, 10:00 in Paris. */
function context(locale: string): QuickAddContext {
  return {
    locale,
    now: Date.UTC(2026, 10, 18, 9),
    timeZone: 'Europe/Paris' as TimeZone,
    firstDayOfWeek: 'mo',
    me: 'me' as MemberId,
    members: [...NAMES].map(([id, displayName]) => ({ id: id as MemberId, displayName })),
    categories: [],
  };
}

/**
 * Returns a Markdown table of all forms that quick add understands: an example in each language, and how the
 * parser reads it.
 */
export function quickAddForms(): string {
  const rows = FORMS.map(({ form, en, fr }) => [form, code(en), read(en, 'en'), code(fr), read(fr, 'fr')]);
  return [['form', 'English', 'read as', 'French', 'read as'], ['---', '---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

const code = (text: string) => `\`${text.replaceAll('\n', ' ⏎ ').replaceAll('|', '\\|')}\``;

function read(text: string, locale: string): string {
  const result = parse(text, context(locale));
  return result.kind === 'task' ? said(result.task).join(' · ') : 'several sentences';
}

function said(task: QuickAddTask): readonly string[] {
  const { softDue, category, rotation } = task;
  const moment = [task.date, task.time].filter((part) => part !== null).join(' ');
  return [
    `“${task.title}”`,
    moment,
    task.durationMinutes === null ? '' : `${task.durationMinutes} min`,
    task.recurrence === null ? '' : code(rule(task.recurrence)),
    rotation?.kind === 'turns' ? `turns by ${rotation.unit}: ${names(rotation.order.flat())}` : '',
    names(task.responsibleMemberIds, ' + ') + (task.completion === 'all' ? ', each' : ''),
    softDue === null ? '' : softDue.kind === 'BEFORE' ? `by ${softDue.date}` : softDue.kind,
    category === null ? '' : `#${'newName' in category ? category.newName : category.id}`,
    task.priority === 'NORMAL' ? '' : task.priority,
    task.visibility === 'SHARED' ? '' : task.visibility,
    task.notes === null ? '' : `notes: ${task.notes}`,
    task.checklist.length === 0 ? '' : `checklist: ${task.checklist.map(({ title }) => title).join(', ')}`,
  ].filter((part) => part !== '');
}

const names = (ids: readonly string[], separator = ', ') =>
  ids.map((id) => NAMES.get(id) ?? id).join(separator);

function rule(recurrence: Recurrence): string {
  return 'kind' in recurrence
    ? `${recurrence.every} ${recurrence.unit} after completion`
    : toRRule(recurrence);
}

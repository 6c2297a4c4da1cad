import { expect } from '@jest/globals';
import { parse } from '../../../domain/quick-add/parse.js';
import type { QuickAddContext, QuickAddResult, QuickAddTask } from '../../../domain/quick-add/result.js';
import type { CategoryId, MemberId } from '../../../domain/shared/ids.js';
import type { TimeZone } from '../../../domain/shared/zone.js';

export const ALEX = '01900000-0000-7000-8000-00000000000a' as MemberId;
export const LEA = '01900000-0000-7000-8000-00000000000b' as MemberId;
export const ME = '01900000-0000-7000-8000-00000000000c' as MemberId;
export const KITCHEN = '01900000-0000-7000-8000-0000000000c1' as CategoryId;
export const LIVING_ROOM = '01900000-0000-7000-8000-0000000000c2' as CategoryId;

/** Wednesday 18 November 2026, 10:00 in Paris. */
export const NOW = '2026-11-18T09:00:00Z';

export function household(locale: string, now = NOW, more: Partial<QuickAddContext> = {}): QuickAddContext {
  return {
    locale,
    now: Date.parse(now),
    timeZone: 'Europe/Paris' as TimeZone,
    firstDayOfWeek: 'mo',
    me: ME,
    members: [
      { id: ALEX, displayName: 'Alex' },
      { id: LEA, displayName: 'Léa' },
      { id: ME, displayName: 'Marie Curie' },
    ],
    categories: [
      { id: KITCHEN, name: 'Kitchen' },
      { id: LIVING_ROOM, name: 'Living room' },
    ],
    ...more,
  };
}

/** The fields of a task that a test expects to differ from `NOTHING`, with dates and times as ISO 8601 strings. */
export type Said = { readonly [K in keyof QuickAddTask]?: unknown };

const NOTHING: QuickAddTask = {
  title: '',
  notes: null,
  date: null,
  time: null,
  durationMinutes: null,
  allDay: false,
  recurrence: null,
  rotation: null,
  responsibleMemberIds: [],
  completion: 'any',
  category: null,
  priority: 'NORMAL',
  visibility: 'SHARED',
  softDue: null,
  checklist: [],
  done: false,
};

/** Completes the expected fields with those of an empty task. A date without a time makes an all-day task. */
export function task(said: Said): unknown {
  return { ...NOTHING, allDay: said.date !== undefined && said.time === undefined, ...said };
}

/** Returns an item of a checklist that is not ticked. */
export const openItem = (title: string) => ({ title, done: false });

export function read(text: string, context: QuickAddContext): Extract<QuickAddResult, { kind: 'task' }> {
  const result = parse(text, context);
  if (result.kind !== 'task') throw new Error(`Several sentences: ${text}`);
  return result;
}

/** A sentence and the fields of the task that it is read as. */
export type Row = readonly [text: string, said: Said];

export function expectTask(text: string, said: Said, context: QuickAddContext): void {
  expect(read(text, context).task).toEqual(task(said));
}

/** Expects that the parser takes the whole text as the title. */
export function expectOnlyTitle(text: string, context: QuickAddContext): void {
  const { task: found, spans } = read(text, context);
  expect({ found, spans }).toEqual({ found: task({ title: text }), spans: [] });
}

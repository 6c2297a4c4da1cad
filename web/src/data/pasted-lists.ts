import type { Act, Entry, PastedList } from './outbox-rules.ts';
import type { PastedLine } from './read-lines.ts';

/** Returns true if the text has several lines. Line breaks before and after the text do not count. */
export const hasSeveralLines = (text: string): boolean => /[\r\n]/.test(text.trim());

/** Returns true if the text has more characters (code points) than the limit. */
export const isLonger = (text: string, limit: number): boolean =>
  text.length > limit && Array.from(text).length > limit;

/** Returns the line with a ticked box if it is done, so that the service reads it in the same way again. */
export const writeLine = ({ text, done }: PastedLine): string => (done ? `[x] ${text}` : text);

/** Separates the lines of a list from those that are longer than the limit and cannot be added. */
export const separateLongLines = (lines: readonly PastedLine[], limit: number) => ({
  fitting: lines.filter(({ text }) => !isLonger(text, limit)),
  tooLong: lines.filter(({ text }) => isLonger(text, limit)),
});

/**
 * Returns the actions that add one line of a list. A ticked line becomes a completed task or a ticked step. On a
 * shopping list it is left out.
 */
export function toActs(
  list: PastedList,
  { text, done }: PastedLine,
  newId: () => string,
): readonly Exclude<Act, PastedList>[] {
  switch (list.type) {
    case 'task.paste': {
      const ids = { occurrenceId: newId(), taskId: newId() };
      // The service decides whether the task is completed: not if it repeats and its first date is in the future.
      return [{ type: 'task.quick', text: writeLine({ text, done }), locale: 'auto', ...ids }];
    }
    case 'checklist.paste': {
      const { occurrenceId } = list;
      const itemId = newId();
      const step = { type: 'checklist.add', occurrenceId, itemId, title: text } as const;
      return done ? [step, { type: 'checklist.set', occurrenceId, itemId, done }] : [step];
    }
    case 'shopping.paste':
      return done ? [] : [{ ...list, type: 'shopping.text', text }];
  }
}

/** At most this many ids are derived for one line. */
const IDS_PER_LINE = 4;

/**
 * Returns the entries that replace the entry of a pasted list. Their ids follow from the id of the list. If a crash
 * makes the client split the same list again, the service therefore recognises the lines that it has already got.
 */
export function splitList(entry: Entry, list: PastedList, lines: readonly PastedLine[]): readonly Entry[] {
  const ofLines = lines.flatMap((line, index) => {
    let next = index * IDS_PER_LINE;
    const newId = () => deriveId(entry.id, ++next);
    return toActs(list, line, newId).map((act) => ({ id: newId(), act }));
  });
  // The service refuses a shopping list in which every line is ticked, and its answer says so.
  const parts =
    ofLines.length === 0 && list.type === 'shopping.paste'
      ? [{ id: deriveId(entry.id, 1), act: { ...list, type: 'shopping.text' } as const }]
      : ofLines;
  return parts.map((part, index) => ({
    ...entry,
    ...part,
    state: 'waiting',
    // All lines come before the entries that were added after the list.
    order: entry.order + (index + 1) / 1000,
  }));
}

/** Returns the entry of the list for a sentence that the service has refused because it contains several tasks. */
export const toListEntry = (entry: Entry, text: string): Entry => ({
  ...entry,
  id: deriveId(entry.id, 0xfff),
  act: { type: 'task.paste', text },
  state: 'waiting',
});

/**
 * Returns another UUID that differs from `id` in its last three digits.
 * @param n 1 to 4095; a different number gives a different id
 */
function deriveId(id: string, n: number): string {
  const end = parseInt(id.slice(-3), 16) ^ n;
  return id.slice(0, -3) + end.toString(16).padStart(3, '0');
}

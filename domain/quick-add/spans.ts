import type { Candidate, Claim } from './readings.js';
import { hasField } from './refiners/refiner.js';
import type { QuickAddSpan, QuickAddTask, SpanKind } from './result.js';
import type { Sentence } from './sentence.js';

type Shown = { readonly kind: SpanKind; readonly value: unknown };

/** Describes the parts of the text that were read, each with its value in the task. */
export function describeSpans(
  candidates: readonly Candidate[],
  task: QuickAddTask,
  { text, tokens }: Sentence,
): readonly QuickAddSpan[] {
  return candidates.map((candidate) => {
    const { claim, from, to, confidence, alternatives } = candidate;
    const [start, end] = [tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0];
    return {
      start,
      end,
      text: text.slice(start, end),
      ...describeClaim(claim, task, candidates),
      ...(confidence !== undefined && { confidence }),
      ...(alternatives !== undefined && { alternatives }),
    };
  });
}

function describeClaim(claim: Claim, task: QuickAddTask, candidates: readonly Candidate[]): Shown {
  const { date, time, durationMinutes, recurrence } = task;
  switch (claim.field) {
    case 'date':
      // "Tonight" also sets a time, unless the sentence contains another time or a range of times.
      return claim.part !== undefined && !candidates.some(hasField('time', 'range'))
        ? { kind: 'dateTime', value: { date, time } }
        : { kind: 'date', value: claim.date.rolls === true ? date : claim.date.date };
    case 'elapsed':
      return { kind: 'dateTime', value: { date, time } };
    case 'time':
    case 'dayPart':
      return { kind: 'time', value: time };
    case 'range':
      return { kind: 'timeRange', value: { time, durationMinutes } };
    case 'duration':
      return { kind: 'duration', value: claim.minutes };
    case 'rule':
    case 'afterCompletion':
    case 'partOfRule':
      return { kind: 'recurrence', value: recurrence };
    case 'start':
      return { kind: 'start', value: claim.date.date };
    case 'interval':
      return { kind: 'start', value: { from: claim.start.date, until: claim.until.date } };
    case 'until':
      return { kind: 'until', value: claim.date.date };
    case 'length':
      return { kind: 'until', value: recurrence !== null && 'until' in recurrence ? recurrence.until : null };
    case 'count':
      return { kind: 'count', value: claim.count };
    case 'exceptDays':
      return { kind: 'except', value: claim.days };
    case 'months':
      return { kind: 'except', value: claim.months };
    case 'rotation':
    case 'rotationStart':
      return { kind: 'rotation', value: task.rotation };
    case 'softDue':
      return { kind: 'softDue', value: claim.softDue };
    case 'member':
      return { kind: 'members', value: claim.ids };
    case 'together':
    case 'each':
      return { kind: 'members', value: task.responsibleMemberIds };
    case 'category':
      return { kind: 'category', value: task.category };
    case 'priority':
      return { kind: 'priority', value: task.priority };
    case 'visibility':
      return { kind: 'visibility', value: task.visibility };
    case 'notes':
      return { kind: 'notes', value: claim.text };
    case 'guard':
    case 'unread':
    case 'hint':
      return { kind: 'literal', value: null };
  }
}

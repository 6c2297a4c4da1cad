import type { Captures } from '../../grammar/captures.js';
import type { Said } from '../../languages/language.js';
import type { PartBuilders } from './index.js';

const MAX_MINUTES = 1440;

/** Whole minutes from 1 to a day; a longer or shorter time is no duration of a task. */
function inRange(minutes: number): number | null {
  const whole = Math.round(minutes);
  return whole >= 1 && whole <= MAX_MINUTES ? whole : null;
}

const hours = ({ minutes = 0 }: Said, captures: Captures) =>
  inRange((captures.get('amount') ?? captures.get('n') ?? 0) * 60 + minutes + (captures.get('int') ?? 0));

export const durationParts: PartBuilders<'duration'> = {
  'duration.minutes': ({ minutes = 0 }, captures) => inRange((captures.get('amount') ?? 0) + minutes),
  'duration.hours': hours,
  'duration.hoursAndMinutes': (said, captures) => captures.get('short') ?? hours(said, captures),
};

import { warmUpQuickAdd } from '../../../application/quick-add/warm-up.js';
import { parse } from '../../../domain/quick-add/parse.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { processorTime } from '../../support/processor-time.js';

/*
 * A program for `warm-up.test.ts`. It prints the processor time of the warm-up and of the first sentences after it, in
 * milliseconds.
 */

const household = {
  now: Date.parse('2026-11-21T12:00:00Z'),
  timeZone: 'Europe/Paris' as TimeZone,
  firstDayOfWeek: 'mo' as const,
  me: 'ana' as MemberId,
  members: [],
  categories: [],
};

const warmUp = processorTime(warmUpQuickAdd);
const sentences = ['en', 'fr'].map((locale) =>
  processorTime(() => void parse('Gym 2026-12-04 18:00', { ...household, locale })),
);
console.log(JSON.stringify({ warmUp, sentences }));

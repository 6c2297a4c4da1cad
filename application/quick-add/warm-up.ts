import { LANGUAGES } from '../../domain/quick-add/languages/index.js';
import { parse } from '../../domain/quick-add/parse.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';

/**
 * Reads a sentence in each language and drops the result. A grammar is compiled when it is first used, so without this
 * the first sentence after a start would take much longer than all later ones.
 */
export function warmUpQuickAdd(): void {
  for (const { code } of LANGUAGES)
    parse('2026-11-28 18:00', {
      locale: code,
      now: 0,
      timeZone: 'Europe/Paris' as TimeZone,
      firstDayOfWeek: 'mo',
      me: '00000000-0000-7000-8000-000000000000' as MemberId,
      members: [],
      categories: [],
    });
}

import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from '../../../domain/quick-add/parse.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { household } from './household.js';
import { isWithdrawn } from './withdrawn.js';

/** A sentence that another planner was reported to read wrong. */
type Report = {
  readonly class: string;
  readonly text: string;
  readonly locale: string;
  /** The right readings. A reading names only the fields that matter. */
  readonly expected: readonly object[];
  /** True if it is also right to read no date, time and repetition, and to say so in a warning. */
  readonly mayStayUnread: boolean;
  /** True if the text is several sentences. */
  readonly several?: boolean;
};

const REPORTS = JSON.parse(
  readFileSync(new URL('./public-reports.json', import.meta.url), 'utf8'),
) as readonly Report[];

/** Saturday 28 November 2026, 10:30 in Tokyo, in a household of Ana and Ben. */
const context = (locale: string) =>
  household(locale, '2026-11-28T01:30:00Z', {
    timeZone: 'Asia/Tokyo' as TimeZone,
    me: 'ana' as MemberId,
    members: ['Ana', 'Ben'].map((displayName) => ({
      id: displayName.toLowerCase() as MemberId,
      displayName,
    })),
    categories: [],
  });

const matches = (value: unknown, expected: object) => {
  try {
    expect(value).toMatchObject(expected);
    return true;
  } catch {
    return false;
  }
};

describe.each([...new Set(REPORTS.map((report) => report.class))])(
  'a public report of the class %s',
  (name) => {
    test.each(
      REPORTS.filter((report) => report.class === name).map((report) => [report.text, report] as const),
    )(
      'is read right, or reported where that is right too: %j',
      (text, { locale, expected, mayStayUnread, several = false }) => {
        const result = parse(text, context(locale));
        if (result.kind === 'severalSentences') return expect(several).toBe(true);
        const isRight = expected.some((one) => matches(result.task, one));
        const isReported = mayStayUnread && isWithdrawn(text, result);
        if (!isRight && !isReported) expect(result).toEqual({ expected });
        expect(several).toBe(false);
      },
    );
  },
);

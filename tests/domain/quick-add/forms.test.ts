import { expect, test } from '@jest/globals';
import { FORMS } from '../../bench/quick-add-form-examples.js';
import { quickAddForms } from '../../bench/quick-add-forms.js';
import { household, read } from './household.js';

const examples = FORMS.filter(({ form }) => form !== 'left alone');

test.each(examples.flatMap(({ en, fr }) => [['en', en] as const, ['fr', fr] as const]))(
  'the example of a form is read (%s): %s',
  (locale, text) => {
    const { spans, warnings } = read(text, household(locale));
    expect(spans.length).toBeGreaterThan(0);
    expect(warnings.filter(({ code }) => code !== 'NEW_CATEGORY' && code !== 'WEEK_PARITY')).toEqual([]);
  },
);

test('the table has a row for each form', () => {
  const rows = quickAddForms().trimEnd().split('\n');
  expect(rows).toHaveLength(FORMS.length + 2);
  expect(rows).toContain(
    '| weekday | `Pay rent friday` | “Pay rent” · 2026-11-20 | `Loyer vendredi` | “Loyer” · 2026-11-20 |',
  );
});

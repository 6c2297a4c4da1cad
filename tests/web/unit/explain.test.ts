import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../web/src/api/errors.ts';
import { setLanguage, t, withWords } from '../../../web/src/i18n/t.ts';
import { explain } from '../../../web/src/ui/explain.ts';
import { defineBrowserGlobals } from '../../support/browser-globals.js';

type Snapshot = {
  components: {
    schemas: {
      Error: { properties: { error: { properties: { code: { enum: string[] } } } } };
      InvalidStateDetails: { properties: { reason: { enum: string[] } } };
      ForbiddenDetails: { properties: { reason: { enum: string[] } } };
    };
  };
};
const { schemas } = (
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../http/openapi.snapshot.json'), 'utf8'),
  ) as Snapshot
).components;
const CODES = schemas.Error.properties.error.properties.code.enum;
const REASONS = [
  ...schemas.InvalidStateDetails.properties.reason.enum.map((reason) => ['INVALID_STATE', reason] as const),
  ...schemas.ForbiddenDetails.properties.reason.enum.map((reason) => ['FORBIDDEN', reason] as const),
];
/** The service's message for developers must never be shown. */
const TECHNICAL = 'Cannot complete a task that is SKIPPED';

describe.each(['en', 'fr'] as const)('explain in %s', (language) => {
  defineBrowserGlobals();
  beforeAll(async () => {
    await setLanguage(language);
    await withWords(Promise.resolve());
  });

  const sentence = (code: string, rest: ConstructorParameters<typeof ApiError>[2] = {}) =>
    explain(new ApiError(code, TECHNICAL, { status: 409, ...rest }));

  test.each(CODES)('has a sentence for the code %s', (code) => {
    expect(sentence(code)).toMatch(/^\p{Lu}.*[.?]$/u);
    expect(sentence(code)).not.toContain('error.');
    if (code !== 'INTERNAL_ERROR') expect(sentence(code)).not.toBe(t('error.defect'));
  });

  test.each(REASONS)('has a special sentence for the code %s with the reason %s', (code, reason) => {
    const text = sentence(code, { details: { reason } });
    expect(text).toMatch(/^\p{Lu}.*[.?]$/u);
    expect([t('error.defect'), sentence(code)]).not.toContain(text);
  });

  test.each(['account', 'attachments', 'feeds', 'invitations', 'members', 'templates'])(
    'has a special sentence for the limit %s',
    (limit) => {
      const text = sentence('LIMIT_REACHED', { details: { limit } });
      expect(text).toMatch(/^\p{Lu}.*[.?]$/u);
      expect(text).not.toContain('error.');
      expect([t('error.defect'), sentence('LIMIT_REACHED')]).not.toContain(text);
    },
  );

  test('explains a limit of accounts with the sentence for accounts, and another limit with the general sentence', () => {
    const explained = (limit: string) => sentence('LIMIT_REACHED', { details: { limit } });
    expect(explained('accountTemplates')).toBe(explained('account'));
    expect(explained('openSeries')).toBe(sentence('LIMIT_REACHED'));
  });

  test('falls back to a general sentence for unknown codes, reasons and errors', () => {
    expect(sentence('CODE_OF_NEXT_YEAR')).toBe(t('error.defect'));
    expect(sentence('INVALID_STATE', { details: { reason: 'REASON_OF_NEXT_YEAR' } })).toBe(
      sentence('INVALID_STATE'),
    );
    expect(explain(new TypeError(TECHNICAL))).toBe(t('error.defect'));
  });

  test.each([413, 502, 504])('names the status %i of an answer that is not from the service', (status) => {
    expect(sentence('UNEXPECTED_ANSWER', { status })).toContain(String(status));
  });
});

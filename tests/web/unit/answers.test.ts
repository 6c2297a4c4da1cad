import { expect, test } from '@jest/globals';
import { LatestAnswer } from '../../../web/src/data/answers.ts';

test('an answer counts though the question was asked anew, and not once a later one has come', () => {
  const answers = new LatestAnswer();
  const [first, second, third] = [answers.ask(), answers.ask(), answers.ask()];
  expect(second.counts()).toBe(true);
  expect(first.counts()).toBe(false);
  expect(third.counts()).toBe(true);
});

test('a refusal is that of the last question', () => {
  const answers = new LatestAnswer();
  const [first, second] = [answers.ask(), answers.ask()];
  expect([first.isLast(), second.isLast()]).toEqual([false, true]);
});

test('nothing counts after the end, whatever was asked before', () => {
  const answers = new LatestAnswer();
  const asked = answers.ask();
  answers.close();
  expect([asked.counts(), asked.isLast()]).toEqual([false, false]);
});

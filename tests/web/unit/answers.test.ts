import { expect, test } from '@jest/globals';
import { LatestAnswer } from '../../../web/src/data/answers.ts';

test('LatestAnswer accepts an answer while a newer request is under way, but not after the newer answer', () => {
  const answers = new LatestAnswer();
  const [first, second, third] = [answers.ask(), answers.ask(), answers.ask()];
  expect(second.counts()).toBe(true);
  expect(first.counts()).toBe(false);
  expect(third.counts()).toBe(true);
});

test('LatestAnswer shows only the error of the last request', () => {
  const answers = new LatestAnswer();
  const [first, second] = [answers.ask(), answers.ask()];
  expect([first.isLast(), second.isLast()]).toEqual([false, true]);
});

test('LatestAnswer accepts no answer after it was closed', () => {
  const answers = new LatestAnswer();
  const asked = answers.ask();
  answers.close();
  expect([asked.counts(), asked.isLast()]).toEqual([false, false]);
});

import { describe, expect, test } from '@jest/globals';
import { schedules } from '../../adapters/jobs/schedules.js';

describe('the schedules', () => {
  test('extend series whenever the calendars are swept, every ten minutes', () => {
    const cronOf = (name: string) => schedules.filter(({ job }) => job === name).map(({ cron }) => cron);
    expect(cronOf('extend-horizons')).toEqual(['*/10 * * * *']);
    expect(cronOf('sweep-calendars')).toEqual(cronOf('extend-horizons'));
  });
});

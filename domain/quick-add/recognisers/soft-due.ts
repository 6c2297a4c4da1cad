import { addUnits } from '../calendar.js';
import { RANK, type PhraseRecogniser } from './phrase.js';

/** Due some time, on no day in particular. */
export const softDue: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'softDue.thisWeek': () => ({
      claim: { field: 'softDue', softDue: { kind: 'THIS_WEEK' } },
      when: ['unnamed'],
    }),
    'softDue.thisMonth': () => ({
      claim: { field: 'softDue', softDue: { kind: 'THIS_MONTH' } },
      when: ['unnamed'],
    }),
    'softDue.before': (_, captures) => {
      const date = captures.get('date')?.date;
      return date === undefined
        ? null
        : { claim: { field: 'softDue', softDue: { kind: 'BEFORE', date } }, when: ['notPhrasalVerb'] };
    },
    'softDue.within': (_, captures, { today }) => {
      const [n, unit] = [captures.get('n'), captures.get('unit')];
      if (n === undefined || unit === undefined) return null;
      const date = addUnits(today, n * unit.times, unit.unit);
      return { claim: { field: 'softDue', softDue: { kind: 'BEFORE', date } } };
    },
  },
};

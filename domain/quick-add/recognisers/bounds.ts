import { RANK, type PhraseRecogniser } from './phrase.js';

/** Where a series begins and ends, and which of its days it leaves out. */
export const bounds: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'bound.start': (_, captures) => {
      const date = captures.get('date');
      return date ? { claim: { field: 'start', date } } : null;
    },
    'bound.until': (_, captures) => {
      const date = captures.get('date');
      return date ? { claim: { field: 'until', date } } : null;
    },
    'bound.interval': (_, captures) => {
      const [start, until] = captures.all('date');
      return start && until ? { claim: { field: 'interval', start, until } } : null;
    },
    'bound.length': (_, captures) => {
      const [n, unit] = [captures.get('n'), captures.get('unit')];
      return n && unit ? { claim: { field: 'length', n: n * unit.times, unit: unit.unit } } : null;
    },
    'bound.count': (said, captures) => {
      const count = captures.get('n') ?? said.n;
      // "3 times a week" counts within the week, not the whole.
      return count === undefined ? null : { claim: { field: 'count', count }, when: ['closed', 'unnamed'] };
    },
    'except.weekdays': (_, captures) => {
      const days = captures.get('weekdays');
      return days ? { claim: { field: 'exceptDays', days } } : null;
    },
    'except.months': (_, captures) => {
      const months = captures.get('months');
      return months ? { claim: { field: 'exceptMonths', months } } : null;
    },
  },
};

import { RANK, type PhraseRecogniser } from './phrase.js';

export const rotation: PhraseRecogniser = {
  rank: RANK.series,
  meanings: {
    'rotation.inTurn': () => ({ claim: { field: 'rotation', order: null, unit: 'occurrence' } }),
    'rotation.between': ({ unit }, captures) => {
      const order = captures.get('members') ?? [];
      if (order.length < 2) return null;
      return {
        claim: { field: 'rotation', order: order.flat(), unit: unit === 'week' ? 'week' : 'occurrence' },
      };
    },
    'rotation.weeks': (_, captures) => {
      const order = captures.all('member').flat();
      return order.length < 2 ? null : { claim: { field: 'rotation', order, unit: 'week' } };
    },
  },
};

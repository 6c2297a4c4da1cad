import { timeOfMinutes } from '../../shared/civil-time.js';
import { readWrittenClock } from '../grammar/clock-tokens.js';
import { RANK, type PhraseRecogniser } from './phrase.js';

const SURE = 0.7;

export const durations: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'span.duration': (_, captures) => {
      const minutes = captures.get('duration');
      return minutes === undefined ? null : { claim: { field: 'duration', minutes } };
    },
    'span.short': (_, captures, sentence) => {
      const [minutes, place] = [captures.get('short'), captures.placeOf('short')];
      const token = sentence.tokens[place ?? 0]?.folded ?? '';
      if (minutes === undefined || place === null || !token.includes('h')) return null;
      const clock = readWrittenClock(sentence, place)?.value;
      // A pharmacy is open "24h"; only hours and minutes together are surely a length of time in English.
      if (clock === undefined) return token.endsWith('h') ? null : { claim: { field: 'duration', minutes } };
      // Where 17h is a time, 2h is as often a length of time: nobody does the ironing at two in the night.
      if (clock.bare) return null;
      return {
        claim: { field: 'duration', minutes },
        when: ['notBesideDate'],
        confidence: SURE,
        alternatives: [{ kind: 'time', value: timeOfMinutes(clock.minute) }],
      };
    },
  },
};

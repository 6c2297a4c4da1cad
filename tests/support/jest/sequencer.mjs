import Sequencer from '@jest/test-sequencer';

/** Those that take longest, the longest first: begun last, one of them would be waited for alone. */
const LONG = ['calendar/histories', 'e2e/process', 'e2e/browser', 'jobs/life'];

/** jest's order, by how long each took the last time; where there was none yet, it knows sizes only. */
export default class LongFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ path }) {
  const place = LONG.findIndex((name) => path.endsWith(`${name}.test.ts`));
  return place === -1 ? LONG.length : place;
}

import path from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * Files to start first. In a fresh clone jest knows no durations and starts the largest files first, so a small file
 * with a long test would run last, while the other workers have nothing left to do.
 * The first two load few modules of the service, so ts-jest compiles those modules in one worker, and the other two
 * workers find them in Jest's cache.
 */
const FIRST = [
  'tests/e2e/process.test.ts',
  'tests/web/every-screen.test.ts',
  'tests/http/tenancy.test.ts',
  'tests/calendar/undo.test.ts',
  'tests/http/operations/undoable.test.ts',
  'tests/http/statements.test.ts',
  'tests/calendar/private-changes.test.ts',
  'tests/operations/seed.test.ts',
  'tests/contracts/postgres.test.ts',
  'tests/contracts/memory.test.ts',
  'tests/calendar/histories.test.ts',
  'tests/http/privacy.test.ts',
  'tests/postgres/histories.test.ts',
  'tests/application/model/histories.test.ts',
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path: file }) => {
      const index = FIRST.indexOf(path.relative(process.cwd(), file));
      return index === -1 ? FIRST.length : index;
    };
    return super.sort(tests).toSorted((a, b) => place(a) - place(b));
  }
}

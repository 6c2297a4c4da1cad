/**
 * Checks the subjects of commits: `type(area): imperative`, at most 72 characters.
 *
 * - `npm run check:subject` checks the commits that `main` does not have.
 * - `npm run check:subject -- <range>` checks a range such as `HEAD~3..HEAD`.
 * - As a hook, `.git/hooks/commit-msg` contains `node scripts/check-subject.mjs --file "$1"`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TYPES = 'bench|build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test';
const FORM = new RegExp(`^(${TYPES})(\\([a-z0-9-]+\\))?: (\\S+)( .*)?$`);
const MAX_LENGTH = 72;
/** Subjects that git writes itself. */
const GENERATED = /^(Merge |Revert "|(fixup|squash|amend)! )/;
/** First words that are not an imperative: articles, pronouns, question words, past tense and "-ing" forms. */
const NOT_IMPERATIVE =
  /^(an?|the|it|its|this|that|these|those|what|who|whoever|where|when|of|for|as|is|are|was|were|\w{3,}ing|\w{2,}ed)$/i;
/** Imperatives that end like a participle. */
const IMPERATIVE = /^(bring|embed|exceed|feed|need|proceed|seed|speed|spring|string|succeed)$/i;

/** Returns the problems of a subject. */
function problemsOf(subject) {
  if (GENERATED.test(subject)) return [];
  const problems = [];
  if (subject.length > MAX_LENGTH) problems.push(`has ${subject.length} characters, at most ${MAX_LENGTH}`);
  const parts = FORM.exec(subject);
  if (parts === null) return [...problems, `must be "type(area): …" with one of ${TYPES}`];
  const [, , , first = ''] = parts;
  if (/^[A-Z][a-z]/.test(first)) problems.push('must continue in lower case');
  if (NOT_IMPERATIVE.test(first) && !IMPERATIVE.test(first))
    problems.push(`must begin with an imperative such as "add" or "keep", not "${first}"`);
  if (subject.endsWith('.')) problems.push('must not end with a full stop');
  return problems;
}

function readSubjects([option = 'main..HEAD', file]) {
  if (option === '--file') return [readFileSync(file, 'utf8').split('\n', 1)[0]];
  const log = execFileSync('git', ['log', '--no-merges', '--format=%s', option], { encoding: 'utf8' });
  return log.split('\n').filter((subject) => subject !== '');
}

for (const subject of readSubjects(process.argv.slice(2)))
  for (const problem of problemsOf(subject)) {
    process.stderr.write(`${subject}\n  ${problem}\n`);
    process.exitCode = 1;
  }

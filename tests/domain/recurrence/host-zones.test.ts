import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fc, runs } from '../../support/property.js';
import ts from 'typescript';
import { addDays } from '../../../domain/shared/civil-date.js';
import { canonicalRule } from '../../../domain/recurrence/canonical-rule.js';
import { expand } from '../../../domain/recurrence/expand.js';
import { toRRule } from '../../../domain/recurrence/to-rrule.js';
import { arbitraryRule, arbitraryStart } from './support/arbitrary-rule.js';

/** A process keeps one time zone from its start, so each zone runs the compiled domain in its own process. */
let directory = '';
const { seed } = fc.readConfigureGlobal();
const samples = fc
  .sample(fc.tuple(arbitraryRule, arbitraryStart), runs(150))
  .map(([rule, start]) => ({ rule, start, to: addDays(start, 800) }));

const SCRIPT = `
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalRule } from './domain/recurrence/canonical-rule.js';
import { expand } from './domain/recurrence/expand.js';
import { toRRule } from './domain/recurrence/to-rrule.js';
const hash = createHash('sha256');
for (const { rule, start, to } of JSON.parse(readFileSync('samples.json', 'utf8')))
  hash.update(JSON.stringify([[...expand(rule, start, start, to)], canonicalRule(rule, start, 'su'), toRRule(rule)]));
console.log(new Date(2026, 0, 1).toISOString(), hash.digest('hex'));
`;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'recurrence-'));
  for (const folder of ['domain/shared', 'domain/recurrence']) {
    mkdirSync(join(directory, folder), { recursive: true });
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
      const source = readFileSync(join(folder, file), 'utf8');
      const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
      const { outputText } = ts.transpileModule(source, { compilerOptions });
      writeFileSync(join(directory, folder, file.replace(/\.ts$/, '.js')), outputText);
    }
  }
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  writeFileSync(join(directory, 'samples.json'), JSON.stringify(samples));
  writeFileSync(join(directory, 'digest.js'), SCRIPT);
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test.each([
  ['UTC', '2026-01-01T00:00:00.000Z'],
  ['Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
  ['America/St_Johns', '2026-01-01T03:30:00.000Z'],
])(`a server in the time zone %s computes the same dates [T-R15], PROPERTY_SEED=${seed}`, (zone, newYear) => {
  const hash = createHash('sha256');
  for (const { rule, start, to } of samples)
    hash.update(
      JSON.stringify([[...expand(rule, start, start, to)], canonicalRule(rule, start, 'su'), toRRule(rule)]),
    );
  const output = execFileSync(process.execPath, ['digest.js'], {
    cwd: directory,
    env: { ...process.env, NODE_OPTIONS: '', TZ: zone },
    encoding: 'utf8',
  });
  expect(output.trim()).toBe(`${newYear} ${hash.digest('hex')}`);
});

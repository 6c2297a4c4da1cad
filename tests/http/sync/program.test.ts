import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { home } from '../households/people.js';

const PAGE = path.resolve(import.meta.dirname, '../../../docs/keeping-up.md');

let service: TestService;
let server: Server;
let program: ChildProcess;
const folder = mkdtempSync(path.join(tmpdir(), 'keeping-up-'));
beforeAll(async () => {
  service = await startService();
  server = createServer(service.api.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  program.kill();
  server.close();
  server.closeAllConnections();
  await service.close();
  rmSync(folder, { recursive: true });
});

type Kept = { readonly copy: Readonly<Record<string, Record<string, unknown>>> };

test('the program of the page keeps an exact copy, cut off and put back in between', async () => {
  const { path: household, owner, member } = await home(service.api);
  const [code, file] = [path.join(folder, 'program.mjs'), path.join(folder, 'copy.json')];
  const [, text = ''] = /^```js\n([^]*?)^```$/m.exec(readFileSync(PAGE, 'utf8')) ?? [];
  expect(text.split('\n').length).toBeLessThanOrEqual(61);
  writeFileSync(code, text);
  const { port } = server.address() as AddressInfo;
  const BASE = `http://127.0.0.1:${port}${household}`;
  program = spawn(process.execPath, [code], {
    env: { ...process.env, BASE, TOKEN: member.api.token ?? '', FILE: file },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  const kept = (): Kept | null => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Kept;
    } catch {
      return null;
    }
  };
  const listed = async (list: string) =>
    (await member.api.get(`${household}/${list}?limit=500`)).body as object[];
  const requireExact = async () => {
    const expected = {
      occurrences: await listed('occurrences'),
      series: await listed('series'),
      shoppingItems: await listed('shopping/items'),
      categories: await listed('categories'),
    };
    const byId = (rows: readonly unknown[]) => new Map(rows.map((row) => [(row as { id: string }).id, row]));
    const end = performance.now() + 10_000;
    while (performance.now() < end) {
      await pause(50);
      const copy = kept()?.copy ?? {};
      const isExact = Object.entries(expected).every(
        ([kind, rows]) =>
          JSON.stringify([...byId(Object.values(copy[kind] ?? {}))].sort()) ===
          JSON.stringify([...byId(rows)].sort()),
      );
      if (isExact) return;
    }
    for (const [kind, rows] of Object.entries(expected))
      expect([kind, byId(Object.values(kept()?.copy[kind] ?? {}))]).toEqual([kind, byId(rows)]);
  };

  const task = await owner.api.post(`${household}/tasks`, { title: 'Tap', date: '2026-11-25' });
  await owner.api.post(`${household}/tasks`, { title: 'Mine', visibility: 'PERSONAL' });
  await requireExact();
  await owner.api.post(`${household}/occurrences/${task.body.id}/complete`);
  await owner.api.post(`${household}/categories`, { name: 'Kitchen' });
  await owner.api.post(`${household}/shopping/items`, { name: 'Milk' });
  await requireExact();
  server.closeAllConnections();
  await owner.api.post(`${household}/tasks`, {
    title: 'Bins',
    date: '2026-11-25',
    recurrence: { frequency: 'weekly' },
  });
  await owner.api.delete(`${household}/occurrences/${task.body.id}`);
  await requireExact();
  expect(Object.keys(kept()?.copy['occurrences'] ?? {}).length).toBeGreaterThan(3);
}, 60_000);

import express from 'express';
import { expect, test } from '@jest/globals';
import { listen } from '../../adapters/http/server.js';
import { OperatorError } from '../../application/shared/operator-error.js';

const app = express();

test('a port that is taken is said in a sentence, with what to do', async () => {
  const first = await listen(app, { host: '127.0.0.1', port: 0 });
  const second = listen(app, { host: '127.0.0.1', port: first.port });
  await expect(second).rejects.toThrow(
    `Port ${first.port} of 127.0.0.1 is taken: stop what listens there, or set PORT to another one.`,
  );
  await first.close();
});

test('so is an address of another machine', async () => {
  const elsewhere = listen(app, { host: '192.0.2.1', port: 0 });
  await expect(elsewhere).rejects.toThrow(/192\.0\.2\.1 is no address of this machine: set HOST/);
  await expect(elsewhere).rejects.toBeInstanceOf(OperatorError);
});

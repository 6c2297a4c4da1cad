import { createServer } from 'node:http';
import { watchStalls } from './stalls.js';

/*
 * Loaded into the service before it starts (`--import`): tells, to whoever asks at LOOP_WATCH_PORT, the longest stall of
 * the event loop since it was last asked.
 */
const stalls = watchStalls();
createServer((_request, response) => {
  response.end(JSON.stringify(stalls.longest()));
})
  .listen(Number(process.env['LOOP_WATCH_PORT']), '127.0.0.1')
  .unref();

import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/*
 * Loaded into the service before it starts (`--import`): tells, to whoever asks at LOOP_WATCH_PORT, the longest stall of
 * the event loop in ms since it was last asked.
 */
const RESOLUTION_MS = 1;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
createServer((_request, response) => {
  response.end(String(Math.max(0, delay.max / 1e6 - RESOLUTION_MS)));
  delay.reset();
})
  .listen(Number(process.env['LOOP_WATCH_PORT']), '127.0.0.1')
  .unref();

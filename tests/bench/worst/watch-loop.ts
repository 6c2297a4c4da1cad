import { createServer } from 'node:http';
import { watchStalls } from './stalls.js';

/*
 * Loaded into the service before it starts (`--import`). It answers requests at LOOP_WATCH_PORT with the
 * longest stall of the event loop and the largest heap since the previous request.
 */
const stalls = watchStalls();
let heapBytes = 0;
setInterval(() => {
  heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed);
}, 100).unref();
createServer((_request, response) => {
  response.end(JSON.stringify({ ...stalls.longest(), heapBytes }));
  heapBytes = 0;
})
  .listen(Number(process.env['LOOP_WATCH_PORT']), '127.0.0.1')
  .unref();

import { parentPort } from 'node:worker_threads';
import { readDays } from './read-days.js';
import type { IcsTask } from './threaded-ics-reader.js';

/** The program of the thread: it says that it is ready, reads one file, sends the days, and ends. */
parentPort?.once('message', ({ file, context }: IcsTask) => {
  parentPort?.postMessage(readDays(file, context));
});
parentPort?.postMessage('ready');

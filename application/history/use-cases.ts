import type { Ports } from '../use-case-ports.js';
import { purgeHistory } from './purge-history.js';
import { listActivity, showStatistics } from './queries.js';

/** What happened in a household. */
export function historyUseCases(ports: Ports) {
  return {
    listActivity: listActivity(ports),
    showStatistics: showStatistics(ports),
    purgeHistory: purgeHistory(ports),
  };
}

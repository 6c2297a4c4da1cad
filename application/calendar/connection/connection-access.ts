import type { AccessOutcome, CalendarAccess } from '../ports.js';
import { calendarTokens, type TokenAnswer, type TokenDependencies } from './calendar-tokens.js';
import { withdrawConnection } from './withdraw-connection.js';

/** How the mirror gets at the tokens of connections. */
export function connectionAccess(dependencies: TokenDependencies): CalendarAccess {
  const tokenOf = calendarTokens(dependencies);
  return {
    accessToken: async (id) => outcomeOf(await tokenOf(id)),
    renewed: async (id, refused) => outcomeOf(await tokenOf(id, refused)),
    withdrawn: async (id, refused) => {
      const credentials = await dependencies.calendarConnections.credentials(id);
      if (credentials === null || credentials.tokens === null) return;
      if (dependencies.tokenCipher.decrypt(credentials.tokens.accessToken) !== refused) return;
      await withdrawConnection(dependencies, id, credentials.tokenVersion);
    },
  };
}

function outcomeOf(answer: TokenAnswer): AccessOutcome {
  switch (answer.kind) {
    case 'token':
      return { kind: 'token', token: answer.accessToken };
    case 'revoked':
      return answer;
    case 'unavailable':
      return { kind: 'transient', detail: answer.reason };
  }
}

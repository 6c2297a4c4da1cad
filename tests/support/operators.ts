import { composeOperators, type Operators } from '../../bootstrap/compose-operators.js';
import { RecordingLogger } from './recording-logger.js';

export const OPS_TOKEN = 'only-the-operator-of-the-tests';

/** Creates the operators' routes with a configured token. */
export async function someOperators(): Promise<Operators> {
  const operators = await composeOperators({ opsToken: OPS_TOKEN }, new RecordingLogger());
  return operators!;
}

export const bearer = (token: string) => `Bearer ${token}`;
export const basic = (password: string, user = 'anybody') =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/**
 * Returns the figures of a page of Prometheus metrics. The key is the name with its labels, as on the page.
 */
export function figuresOf(page: string): Map<string, number> {
  const lines = page.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))] as const;
    }),
  );
}

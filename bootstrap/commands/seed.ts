import { PostgresAccountRepository } from '../../adapters/postgres/accounts/account-repository.js';
import { createDatabase } from '../../adapters/postgres/database.js';
import { readInstallation } from '../../adapters/postgres/installation.js';
import { OperatorError } from '../../application/shared/operator-error.js';
import type { Logger } from '../../application/shared/ports.js';
import { addDays } from '../../domain/shared/civil-date.js';
import { civilMomentAt, toInstant, type Instant, type TimeZone } from '../../domain/shared/zone.js';
import type { Config } from '../config/config.js';
import { completeSecrets } from '../secrets.js';
import { DEMO_HOUSEHOLD, PEOPLE } from '../seed/demo-plan.js';
import { demoWorld } from '../seed/demo-world.js';
import { simulateYear } from '../seed/simulate-year.js';
import { createDemoHousehold } from '../seed/create-household.js';
import { SimulatedClock } from '../seed/simulated-time.js';

const DAYS = 365;

export type SeedOptions = {
  readonly connectionString: string;
  /** If true, the demo household is created even if the database has accounts already. */
  readonly force: boolean;
  /** The end of the simulated year. The same time creates a household with the same content. */
  readonly now: Instant;
};

/** Creates a demo household with a year of history in a migrated database. */
export async function seed(config: Config, logger: Logger, options: SeedOptions): Promise<void> {
  const { connectionString, force, now } = options;
  if (config.production)
    throw new OperatorError(
      'The demo household has a publicly known password, so it cannot be created in production.',
    );
  if (!force && !(await readInstallation(connectionString)).isEmpty)
    throw new OperatorError(
      'The database already contains accounts. To add the demo household anyway, run "npm run seed -- --force".',
    );
  const { jwt } = await completeSecrets(config.secrets, config.dataDir);
  const zone = DEMO_HOUSEHOLD.timeZone as TimeZone;
  const { date: today } = civilMomentAt(zone, now);
  const clock = new SimulatedClock(toInstant(zone, addDays(today, -DAYS), null));
  await using db = createDatabase({ connectionString, poolSize: 2 });
  for (const { email } of PEOPLE)
    if ((await new PostgresAccountRepository(db).findByEmail(email)) !== null)
      throw new OperatorError(`The demo household already exists: ${email} has an account.`);
  const world = demoWorld(db, { clock, signingKeys: jwt, logger });
  await simulateYear(world, await createDemoHousehold(world, today), today);
}

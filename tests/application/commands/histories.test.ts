import { aHome } from '../../support/application/home.js';
import { seedOf } from '../../support/seed.js';
import { declareCommandProperties } from '../../support/application/command-properties.js';

declareCommandProperties(Number(process.env['COMMAND_RUNS'] ?? 7), seedOf('COMMAND_SEED'), aHome);

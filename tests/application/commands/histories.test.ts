import { aHome } from '../../support/application/home.js';
import { declareCommandProperties } from '../../support/application/command-properties.js';

declareCommandProperties(Number(process.env['COMMAND_RUNS'] ?? 25), aHome);

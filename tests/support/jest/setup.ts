import { Settings } from 'luxon';
import { restartIds } from '../../builders/ids.js';

// Jest runs this module before each test file.
Settings.throwOnInvalid = true;
restartIds();

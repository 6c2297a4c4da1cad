import { Settings } from 'luxon';

Settings.throwOnInvalid = true;

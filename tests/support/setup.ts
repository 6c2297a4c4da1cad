import 'reflect-metadata';
import { Settings } from 'luxon';

Settings.throwOnInvalid = true;

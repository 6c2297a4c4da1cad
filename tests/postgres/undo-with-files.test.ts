import { HOME_BEGINS } from '../support/application/home.js';
import { twoApplications } from '../support/application/on-postgres.js';
import { declareUndoWithFiles } from '../support/undo-with-files.js';

const applicationAt = twoApplications(HOME_BEGINS);

declareUndoWithFiles(() => applicationAt(0));

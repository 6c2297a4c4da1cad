import { HOME_BEGINS } from '../../support/application/home.js';
import { inMemoryApplication } from '../../support/application/in-memory.js';
import { declareUndoWithFiles } from '../../support/undo-with-files.js';

declareUndoWithFiles(() => Promise.resolve(inMemoryApplication(HOME_BEGINS)));

import { v7 } from 'uuid';
import type { IdGenerator } from '../../application/ports/id-generator.js';

export class UuidV7Generator implements IdGenerator {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- see the port
  next<Id extends string>(): Id {
    return v7() as Id;
  }
}

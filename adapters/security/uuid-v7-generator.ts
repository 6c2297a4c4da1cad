import { v7 } from 'uuid';
import type { IdGenerator } from '../../application/shared/ports.js';

export class UuidV7Generator implements IdGenerator {
  next<Id extends string>(): Id {
    return v7() as Id;
  }
}

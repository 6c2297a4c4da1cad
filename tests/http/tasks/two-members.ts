import { beforeAll } from '@jest/globals';
import type { Api } from '../../support/api.js';
import type { FreshService } from '../../support/fresh-service.js';
import type { TestService } from '../../support/service.js';

export let service: TestService;
export let ana: Api;
export let anaId: string;
export let ben: Api;
export let benId: string;
export let home: string;

/**
 * Creates a household of two for a `describe` block or a file. It is Saturday, 21 November 2026, 13:00 in
 * Paris.
 */
export function householdOfTwo(freshService: FreshService): void {
  beforeAll(async () => {
    service = await freshService();
    ({ api: ana, id: anaId } = await service.api.register());
    ({ api: ben, id: benId } = await service.api.register());
    home = await ana.household({ timeZone: 'Europe/Paris' });
    await service.join(home, benId);
  });
}

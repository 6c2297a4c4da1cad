import { signal } from '@preact/signals';
import { onOperation } from '../api/client.ts';

/** Something that the user did in this tab and can undo. */
export type Step = {
  /** The operation id, or the id of an outbox entry until it is sent. */
  readonly id: string;
  readonly householdId: string;
  readonly at: number;
};

const KEPT = 'planner.undo';
const MOST_STEPS = 10;

/** The steps, oldest first. They survive a reload and are deleted at sign-out. */
const steps = signal<readonly Step[]>(readSteps());

function readSteps(): readonly Step[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as Step[];
  } catch {
    return [];
  }
}

function keep(next: readonly Step[]): void {
  steps.value = next.slice(-MOST_STEPS);
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(steps.value));
  } catch {
    // sessionStorage is full or unavailable. The steps stay in memory until the tab is closed.
  }
}

/** Adds a step. Steps are kept in the order in which they were done. */
export function recordStep(step: Step): void {
  const others = steps.value.filter(({ id }) => id !== step.id);
  keep([...others, step].sort((a, b) => a.at - b.at));
}

/** Replaces the id of a sent action by its operation id. null means that it can no longer be undone. */
export function renameStep(actId: string, operationId: string | null): void {
  const step = steps.value.find(({ id }) => id === actId);
  if (step === undefined) return;
  const others = steps.value.filter(({ id }) => id !== actId && id !== operationId);
  keep(operationId === null ? others : [...others, { ...step, id: operationId }].sort((a, b) => a.at - b.at));
}

/** Replaces a step by the steps of its parts, such as a pasted list by its lines. Does nothing if there is no such step. */
export function splitStep(actId: string, partIds: readonly string[]): void {
  const parts = (step: Step) => (step.id === actId ? partIds.map((id) => ({ ...step, id })) : [step]);
  if (steps.value.some(({ id }) => id === actId)) keep(steps.value.flatMap(parts));
}

/** Removes a step that was undone or can no longer be undone. */
export function forgetStep(id: string): void {
  if (steps.value.some((step) => step.id === id)) keep(steps.value.filter((step) => step.id !== id));
}

export function forgetSteps(): void {
  steps.value = [];
  sessionStorage.removeItem(KEPT);
}

/** Returns the newest step in that household. null means there is nothing to undo. */
export const newestStep = (household: string): Step | null =>
  steps.value.findLast(({ householdId }) => householdId === household) ?? null;

onOperation(({ householdId, operationId, at }) => recordStep({ id: operationId, householdId, at }));

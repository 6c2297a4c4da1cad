import { signal } from '@preact/signals';
import { onOperation } from '../api/client.ts';

/** Something this person did in this tab and may undo. */
export type Step = {
  /** That of an operation, or of an act in the outbox until it is sent. */
  readonly id: string;
  readonly householdId: string;
  readonly at: number;
};

const KEPT = 'planner.undo';
const MOST_STEPS = 10;

/** Oldest first. It outlives a reload, and goes with whoever signs out. */
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
    // Full, or refused: this tab remembers it until it is closed.
  }
}

/** Remembers what was just done as the newest step. Steps stay in the order in which they were done. */
export function recordStep(step: Step): void {
  const others = steps.value.filter(({ id }) => id !== step.id);
  keep([...others, step].sort((a, b) => a.at - b.at));
}

/** The act was sent: it is undone by its operation from now on. null: it is never undone. */
export function renameStep(actId: string, operationId: string | null): void {
  const step = steps.value.find(({ id }) => id === actId);
  if (step === undefined) return;
  const others = steps.value.filter(({ id }) => id !== actId && id !== operationId);
  keep(operationId === null ? others : [...others, { ...step, id: operationId }].sort((a, b) => a.at - b.at));
}

/** It was undone, or cannot be. */
export function forgetStep(id: string): void {
  if (steps.value.some((step) => step.id === id)) keep(steps.value.filter((step) => step.id !== id));
}

export function forgetSteps(): void {
  steps.value = [];
  sessionStorage.removeItem(KEPT);
}

/** Returns what was done last in that household; null if nothing is left to undo. */
export const newestStep = (household: string): Step | null =>
  steps.value.findLast(({ householdId }) => householdId === household) ?? null;

onOperation(({ householdId, operationId, at }) => recordStep({ id: operationId, householdId, at }));

import type { Priority } from '../rows.ts';

/** The optimiser's weight of leaving a visit out. One emergency outweighs ten ordinary visits, and two ordinary ones count as four that can wait. */
export const optimiserPriority: Readonly<Record<Priority, number>> = { P1: 20, P2: 5, P3: 2, P4: 1 };

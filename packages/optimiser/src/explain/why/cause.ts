import type { HardRule } from '@muster/domain/scheduling/hard-rules';

/** Why a visit could not stay where it was. */
export type Cause =
  | { readonly code: 'away'; readonly technician: string; readonly start: number; readonly end: number }
  /** Outside the technician's working hours. */
  | { readonly code: 'off'; readonly technician: string }
  /** The technician is not among those who are planned with. */
  | { readonly code: 'gone'; readonly technician: string }
  /** In the way of another visit that was there too, or no time for the drive from it. */
  | { readonly code: 'clash'; readonly technician: string; readonly visit: string }
  /** The day ended so much after its limit. */
  | { readonly code: 'overran'; readonly technician: string; readonly by: number }
  /** Somebody would have had to set out for it before now. */
  | { readonly code: 'past'; readonly technician: string; readonly visit: string }
  | { readonly code: 'rule'; readonly rule: HardRule; readonly technician?: string }
  /** A visit that had no place before has one now: where a chain begins. */
  | { readonly code: 'new'; readonly visit: string }
  /** To visits that took its place. `root`: why those could not stay where they were, the first cause of the chain. */
  | { readonly code: 'gave way'; readonly to: readonly string[]; readonly root?: Cause }
  /** The visit before it on the same day is at another time now. */
  | { readonly code: 'follows'; readonly visit: string; readonly root?: Cause };

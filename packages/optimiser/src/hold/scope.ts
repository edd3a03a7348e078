/** What may change. Whatever it leaves out stays where it is, even where that breaks a rule, and its time is taken. */
export type Scope = {
  /** Nothing is planned before now, and what began before stays. */
  readonly now?: number;
  /** Only they receive work; without it everybody does. */
  readonly technicians?: readonly string[];
  /** Only these are placed or moved; without it all are. */
  readonly visits?: readonly string[];
};

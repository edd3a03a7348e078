/**
 * A question that a noun asks, or news that it tells, where only a noun of a district above can do something about it. The lower one
 * declares the hook and uses it; whoever puts the application together fills it, once.
 */
export interface Hook<Given extends unknown[], Answer> {
  fill(work: (...given: Given) => Promise<Answer>): void;
  run(...given: Given): Promise<Answer>;
}

export function createHook<Given extends unknown[], Answer>(name: string): Hook<Given, Answer> {
  let filled: ((...given: Given) => Promise<Answer>) | undefined;
  return {
    fill(work) {
      if (filled) throw new Error(`The hook "${name}" is filled already.`);
      filled = work;
    },
    // Loudly, because what nobody answers would be a rule that nobody keeps.
    async run(...given) {
      if (!filled) throw new Error(`The hook "${name}" is not filled.`);
      return filled(...given);
    },
  };
}

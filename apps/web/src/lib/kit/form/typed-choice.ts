/** One of the things that a picker offers. */
export interface Choice {
  value: string;
  label: string;
  /** What people call it, where the label says more: Ryde of "Ryde NSW 2112". */
  name?: string;
}

/** The choice that somebody can only have meant: the one that is called so, or the only one that has it in its label. */
export function meantBy(text: string, choices: readonly Choice[]): Choice | undefined {
  const given = text.trim().toLowerCase();
  const called = choices.filter(({ label, name }) =>
    [label, name].some((words) => words?.toLowerCase() === given),
  );
  return onlyOf(called) ?? onlyOf(fitting(text, choices));
}

export function fitting(text: string, choices: readonly Choice[]): Choice[] {
  const given = text.trim().toLowerCase();
  return choices.filter(({ label }) => label.toLowerCase().includes(given));
}

/** Why nothing is chosen though something was typed. */
export function unclear(text: string, choices: readonly Choice[], thing: string): string {
  const given = text.trim();
  return fitting(given, choices).length > 1
    ? `“${given}” matches several. Choose one.`
    : `No ${thing} is called “${given}”. Choose one from the list.`;
}

function onlyOf<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

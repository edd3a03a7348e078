/** "34 min", "1 h 5 min". */
export function minutes(units: number, unitsPerMinute: number): string {
  const whole = Math.round(Math.abs(units) / unitsPerMinute);
  if (whole < 60) return `${whole} min`;
  return whole % 60 === 0 ? `${whole / 60} h` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}

/** "Dave", "Dave and Priya", "Dave, Priya and Sam". */
export function namesOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** "both hold the gas ticket". */
export function skillPhrase(names: readonly string[], skills: readonly string[]): string {
  const ticket = `the ${namesOf(skills)} ${skills.length === 1 ? 'ticket' : 'tickets'}`;
  if (names.length === 1) return `${names[0]!} holds ${ticket}`;
  return names.length === 2 ? `both hold ${ticket}` : `all hold ${ticket}`;
}

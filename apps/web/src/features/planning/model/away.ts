/** What is dispatched to somebody who is away. */
export function awayInWords(name: string, visits: number): string {
  return visits === 1
    ? `1 visit is dispatched to ${name}, who is away. It stays there until you call it back.`
    : `${visits} visits are dispatched to ${name}, who is away. They stay there until you call them back.`;
}

export function calledBackInWords(visits: number): string {
  return visits === 1 ? 'One visit is called back.' : `${visits} visits are called back.`;
}

/** A time of day in words: "9:30 am" of 09:30. */
export function clockWords(time: string): string {
  const [hours, minutes] = [Number(time.slice(0, 2)), time.slice(3, 5)];
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`;
}

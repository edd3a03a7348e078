/** What is wrong with what was typed, and in which field, where it is one. */
export interface Wrong<T> {
  text: string;
  field?: keyof T & string;
}

/** What somebody has typed into a form and not saved: the fields, and what each of them said when they began. */
export interface FormInput<T> {
  readonly typed: Partial<T>;
  readonly seen: Partial<T>;
}

export const noInput = { typed: {}, seen: {} };

export function type<T, K extends keyof T>(
  { typed, seen }: FormInput<T>,
  row: T,
  name: K,
  value: T[K],
): FormInput<T> {
  const before = name in seen ? seen[name] : row[name];
  return { typed: { ...typed, [name]: value }, seen: { ...seen, [name]: before } };
}

/** What is to be saved: whatever was typed and is not what the record says anyway. */
export function unsaved<T>({ typed }: FormInput<T>, row: T): Partial<T> {
  return pick(typed, (name) => !isSame(typed[name], row[name]));
}

/** The fields that both sides have changed: a person has to choose. */
export function clashes<T extends object>(input: FormInput<T>, row: T): string[] {
  const open = Object.keys(unsaved(input, row)) as (keyof T & string)[];
  return open.filter((name) => !isSame(input.seen[name], row[name]));
}

/** Whoever keeps their own has seen what the other side says. */
export function keepMine<T>({ typed, seen }: FormInput<T>, row: T, name: keyof T): FormInput<T> {
  return { typed, seen: { ...seen, [name]: row[name] } };
}

export function takeTheirs<T>({ typed, seen }: FormInput<T>, name: keyof T): FormInput<T> {
  const others = (field: keyof T) => field !== name;
  return { typed: pick(typed, others), seen: pick(seen, others) };
}

/** What was typed after this had been sent; it lies over what was saved. */
export function typedSince<T>(sent: FormInput<T>, { typed, seen }: FormInput<T>): FormInput<T> {
  const isLater = (name: keyof T) => !(name in sent.typed) || !isSame(typed[name], sent.typed[name]);
  return { typed: pick(typed, isLater), seen: pick({ ...seen, ...sent.typed }, isLater) };
}

function pick<T>(from: Partial<T>, wanted: (name: keyof T) => boolean): Partial<T> {
  const entries = Object.entries(from).filter(([name]) => wanted(name as keyof T));
  return Object.fromEntries(entries) as Partial<T>;
}

/** Whether two values that came as JSON say the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => isSame(left[name], right[name]));
}

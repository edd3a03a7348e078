type Flag = 'unknown' | 'invalid' | 'valid';

/** What is known about each field: nothing, until something was entered into it. */
export type Flags<Field extends string> = Readonly<Record<Field, Flag>>;

export type Entered<Field extends string> = Readonly<Record<Field, string>>;

export interface FormRules<Field extends string> {
  /** In the order of the form. */
  fields: readonly Field[];
  isValid: (field: Field, entered: Entered<Field>) => boolean;
  /** Fields that are judged again, once they have been, whenever the other one is entered. */
  follows?: Partial<Record<Field, Field>>;
  /** Fields that must be known to be valid before the form is sent. */
  checked: readonly Field[];
  /** Fields that sending the form does not judge: they stay unknown until somebody has been there. */
  leftAlone?: readonly Field[];
}

export function unknownFlags<Field extends string>({ fields }: FormRules<Field>): Flags<Field> {
  return Object.fromEntries(fields.map((field) => [field, 'unknown'])) as Record<Field, Flag>;
}

export function nothingEntered<Field extends string>({ fields }: FormRules<Field>): Entered<Field> {
  return Object.fromEntries(fields.map((field) => [field, ''])) as Record<Field, string>;
}

/** The flags after something was entered into these fields. */
export function judge<Field extends string>(
  { fields, isValid, follows = {} }: FormRules<Field>,
  flags: Flags<Field>,
  entered: Entered<Field>,
  changed: readonly Field[],
): Flags<Field> {
  const isDue = (field: Field) => {
    const leader = follows[field];
    return (
      changed.includes(field) ||
      (leader !== undefined && flags[field] !== 'unknown' && changed.includes(leader))
    );
  };
  const judged = fields
    .filter(isDue)
    .map((field) => [field, isValid(field, entered) ? 'valid' : 'invalid'] as const);
  return { ...flags, ...Object.fromEntries(judged) };
}

/** The flags when somebody sends the form. */
export function judgeAll<Field extends string>(
  rules: FormRules<Field>,
  flags: Flags<Field>,
  entered: Entered<Field>,
): Flags<Field> {
  const { fields, leftAlone = [] } = rules;
  return judge(
    rules,
    flags,
    entered,
    fields.filter((field) => !leftAlone.includes(field)),
  );
}

/** What has been filled in, by whoever did it: a person, the browser, or somebody quicker than this script. */
export function filledIn<Field extends string>(
  { fields }: FormRules<Field>,
  entered: Entered<Field>,
): Field[] {
  return fields.filter((field) => entered[field] !== '');
}

/** The first field that keeps the form from being sent. */
export function obstacle<Field extends string>(
  { fields, checked }: FormRules<Field>,
  flags: Flags<Field>,
): Field | undefined {
  return fields.find((field) => checked.includes(field) && flags[field] !== 'valid');
}

export function isComplete<Field extends string>(rules: FormRules<Field>, entered: Entered<Field>): boolean {
  return filledIn(rules, entered).length === rules.fields.length;
}

import { TextAreaField, type TextAreaFieldProps } from '@muster/ui/field';
import { roomProblem, roomWords } from './typed-fields.ts';

interface LongTextProps extends Omit<TextAreaFieldProps, 'state' | 'error' | 'maxLength'> {
  value: string;
  /** How many characters can be kept. */
  most: number;
}

/** Says when the room runs out. It never cuts: what is pasted stays whole until somebody has shortened it. */
export function LongText({ most, hint, ...field }: LongTextProps) {
  const problem = roomProblem(field.value, most);
  return (
    <TextAreaField
      {...field}
      state={problem === undefined ? 'unknown' : 'invalid'}
      error={problem}
      hint={roomWords(field.value, most) ?? hint}
    />
  );
}

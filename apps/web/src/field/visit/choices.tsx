import './choices.css';

interface ChoicesProps<Value extends string> {
  legend: string;
  name: string;
  choices: readonly { value: Value; word: string; hint?: string }[];
  chosen: string | undefined;
  onChoose: (value: Value) => void;
  /** One below the other, with words under each. */
  isTall?: boolean;
}

/** One of a few, each as large as a thumb in a glove. */
export function Choices<Value extends string>({
  legend,
  name,
  choices,
  chosen,
  onChoose,
  isTall = false,
}: ChoicesProps<Value>) {
  return (
    <fieldset className="choices" data-tall={isTall || undefined}>
      <legend className="m-hidden">{legend}</legend>
      {choices.map(({ value, word, hint }) => (
        <label key={value} className="choice">
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          <span>
            <strong>{word}</strong>
            {hint !== undefined && <small>{hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

import { Button, CloseButton, Group, Radio, Stack } from '@mantine/core';
import { lengthInWords } from '@muster/domain/values/clock-words';
import type { JobType } from '../../../../lib/choices/jobs.ts';
import type { Entry, Field } from '../model/draft.ts';

const fieldNames: Record<Field, string> = {
  phone: 'Phone',
  address: 'Address',
  suburb: 'Suburb',
  type: 'Job type',
  day: 'Day',
  window: 'Arrival',
  technician: 'Technician',
  duration: 'Duration',
  priority: 'Priority',
  skill: 'Skill',
};

interface ChipProps {
  name: string;
  value: string;
  /** Which words it came from, or why it is so without any. */
  from: string;
  onPlain?: (() => void) | undefined;
  words?: string;
}

/** One thing that was understood, with the words that it came from. */
export function Chip({ name, value, from, onPlain, words }: ChipProps) {
  return (
    <li className="quick-add__chip">
      <span className="quick-add__field">{name}</span>
      <b>{value}</b>
      <span className="quick-add__from">{from}</span>
      {onPlain && (
        <CloseButton
          size="sm"
          aria-label={`Treat “${words}” as part of a name, not as: ${name}`}
          onClick={onPlain}
        />
      )}
    </li>
  );
}

interface ChipsProps {
  entries: readonly Entry[];
  type: JobType | undefined;
  /** The description that the type follows from, where no words name it. */
  guessedFrom: string | undefined;
  onPlain: (entry: Entry) => void;
  onNoType: () => void;
}

export function Chips({ entries, type, guessedFrom, onPlain, onNoType }: ChipsProps) {
  const has = (field: Field) => entries.some((one) => one.field === field);
  return (
    <>
      {entries
        .filter(({ question, label }) => question === null && label !== undefined)
        .map((entry) => (
          <Chip
            key={entry.key}
            name={fieldNames[entry.field]}
            value={entry.label!}
            from={`from “${entry.from}”`}
            words={entry.from}
            onPlain={() => onPlain(entry)}
          />
        ))}
      {type && guessedFrom !== undefined && (
        <Chip
          name="Job type"
          value={type.name}
          from={`from “${guessedFrom}”`}
          words={guessedFrom}
          onPlain={onNoType}
        />
      )}
      {type && !has('duration') && (
        <Chip name="Duration" value={lengthInWords(type.duration)} from={`usual for ${type.name}`} />
      )}
      {!has('priority') && <Chip name="Priority" value="P3 Ordinary" from="default" />}
    </>
  );
}

interface QuestionProps {
  entry: Entry;
  onChoose: (label: string) => void;
  onPlain: () => void;
}

/** What the words leave open: somebody chooses, or says that they mean something else. */
export function Question({ entry, onChoose, onPlain }: QuestionProps) {
  const { field, from, question, choices, label } = entry;
  return (
    <div className="quick-add__question" data-open={label === undefined || undefined}>
      <Radio.Group
        inputWrapperOrder={['label', 'description', 'input']}
        label={`${fieldNames[field]}: ${question}`}
        {...(from && { description: `from “${from}”` })}
        value={label ?? null}
        onChange={onChoose}
      >
        <Stack gap={6} mt={6}>
          {choices.map((choice) => (
            <Radio key={choice.label} value={choice.label} label={choice.label} />
          ))}
        </Stack>
      </Radio.Group>
      {from && (
        <Group mt={6}>
          <Button size="compact-sm" variant="subtle" onClick={onPlain}>
            Treat “{from}” as part of a name
          </Button>
        </Group>
      )}
    </div>
  );
}

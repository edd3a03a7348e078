import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { straighten } from '@muster/domain/basics/texts/rules';
import type { MessageKind } from '@muster/domain/work/visits/rules';
import {
  filled,
  longestTexts,
  type Placeholder,
  placeholders,
  placeholdersOf,
  type TextPart,
  textOf,
  textProblem,
  usualTexts,
} from '@muster/domain/work/visits/message-texts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { TextLength } from '../../../../lib/kit/text-length.tsx';
import { type Business, messageSampleQuery } from '../api.ts';

interface MessageEditorProps {
  form: RecordForm<Business>;
  kind: MessageKind;
  partPrice: number;
  /** Who texts come from. */
  sender: string;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The words of one message, what can be put into them, and how it reads for a visit that is coming. */
export function MessageEditor({ form, kind, partPrice, sender }: MessageEditorProps) {
  const { message_texts: own } = form.values;
  /** Where somebody has typed last: a placeholder goes there. */
  const [at, setAt] = useState<TextPart>('email');
  const fields = useRef<Partial<Record<TextPart, Field | null>>>({});
  const sample = useQuery(messageSampleQuery(kind)).data;
  const filling = sample?.filling ?? {};
  const plain = Object.fromEntries(Object.entries(filling).map(([name, value]) => [name, straighten(value)]));

  function put(part: TextPart, words: string | undefined) {
    const { [part]: _, ...others } = own[kind] ?? {};
    const isUsual = words === undefined || words === usualTexts[kind][part];
    const { [kind]: __, ...rest } = own;
    const texts = isUsual ? others : { ...others, [part]: words };
    form.set('message_texts', Object.keys(texts).length === 0 ? rest : { ...rest, [kind]: texts });
  }

  function insert(name: Placeholder) {
    const field = fields.current[at];
    const words = textOf(own, kind, at);
    const [from, to] = [field?.selectionStart ?? words.length, field?.selectionEnd ?? words.length];
    put(at, `${words.slice(0, from)}{${name}}${words.slice(to)}`);
    field?.focus();
  }

  const fieldOf = (part: TextPart, label: string) => {
    const words = textOf(own, kind, part);
    const shared = {
      label,
      value: words,
      maxLength: longestTexts[part],
      error: textProblem(kind, part, words),
      onFocus: () => setAt(part),
      ref: (field: Field | null) => void (fields.current[part] = field),
      onChange: ({ currentTarget }: { currentTarget: Field }) => put(part, currentTarget.value),
    };
    return (
      <div>
        {part === 'subject' ? (
          <TextInput {...shared} />
        ) : (
          <Textarea {...shared} autosize minRows={2} maxRows={8} />
        )}
        {own[kind]?.[part] !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => put(part, undefined)}>
            Reset {label.toLowerCase()}
          </Button>
        )}
      </div>
    );
  };

  const text = filled(textOf(own, kind, 'text'), plain);
  return (
    <div className="message-editor">
      {fieldOf('subject', 'Email subject')}
      {fieldOf('email', 'Email')}
      {fieldOf('text', 'Text')}
      <TextLength
        body={text}
        partPrice={partPrice}
        sender={sender}
        onStraighten={() => put('text', straighten(textOf(own, kind, 'text')))}
      />
      <div>
        <Text size="sm" fw={500}>
          Insert
        </Text>
        <Group gap={4}>
          {placeholdersOf(kind, at).map((name) => (
            <Button
              key={name}
              size="compact-sm"
              variant="default"
              title={placeholders[name]}
              onClick={() => insert(name)}
            >
              {`{${name}}`}
            </Button>
          ))}
        </Group>
      </div>
      <section className="message-editor__preview" aria-label="Preview">
        <Text size="sm" c="dimmed">
          {sample === undefined
            ? 'Loading a preview…'
            : sample.of === null
              ? 'As it reads for a made-up visit. Yours appear here once you have one planned.'
              : `As it reads for ${sample.of}.`}
        </Text>
        <Text fw={550}>
          {filling.business ?? ''}: {filled(textOf(own, kind, 'subject'), filling)}
        </Text>
        <Text className="message-editor__words">{filled(textOf(own, kind, 'email'), filling)}</Text>
        <Text className="message-editor__text">{text.replaceAll('{link}', `${location.origin}/v/…`)}</Text>
      </section>
    </div>
  );
}

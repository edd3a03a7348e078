import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { LARGEST_LOGO, LOGO_CHOOSABLE, LOGO_TOO_LARGE } from '@muster/domain/field/files/rules';
import { COLOUR, INK, legibleOn, OUR_COLOUR, PAPER, textOn } from '@muster/domain/values/colour';
import { type ReactNode, useId, useRef, useState } from 'react';
import { contentOf } from '../../../../lib/files/files.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { TextField } from '../../../../lib/kit/form/text-field.tsx';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { type Business, previewAddress, sendLogo } from '../api.ts';
import './letterhead-fields.css';

interface LetterheadFieldsProps {
  form: RecordForm<Business>;
  /** The head of a report, which is another feature's. */
  renderReportHead: (business: Business) => ReactNode;
}

/** How the business looks on what it gives out, to be seen before it is saved. */
export function LetterheadFields({ form, renderReportHead }: LetterheadFieldsProps) {
  const shown = { ...form.values, colour: isColour(form.values.colour) ? form.values.colour : null };
  return (
    <>
      <FormField form={form} name="logo_id" label="Logo" words={(id) => (id === null ? '' : 'A picture')}>
        {({ value, set, error }) => (
          <LogoField business={form.row.id} value={value} refusal={error} onChange={set} />
        )}
      </FormField>
      <FormField form={form} name="colour" label="Colour" words={(colour) => colour ?? 'The usual one'}>
        {({ value, set, error }) => <ColourOfBusiness value={value} error={error} onChange={set} />}
      </FormField>
      <TextField
        form={form}
        name="trade_licence"
        label="Licence no."
        most={60}
        placeholder="NSW 123456C"
        description="Your trade licence, as customers should read it. Several are fine."
      />
      <Preview business={shown} reportHead={renderReportHead(shown)} />
    </>
  );
}

function isColour(text: string | null): boolean {
  return text !== null && new RegExp(COLOUR).test(text);
}

interface LogoFieldProps {
  business: string;
  value: string | null;
  refusal: string | undefined;
  onChange: (logo: string | null) => void;
}

/** A picture is sent and looked at as soon as it is chosen, and used once the settings are saved. */
function LogoField({ business, value, refusal, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<AbortController>();
  const [problem, setProblem] = useState<string>();
  const [label, hint] = [useId(), useId()];

  async function send(content: File) {
    setProblem(undefined);
    if (content.size > LARGEST_LOGO) return setProblem(LOGO_TOO_LARGE);
    const stop = new AbortController();
    setSending(stop);
    try {
      onChange(await sendLogo(business, content, stop.signal));
    } catch (error) {
      if (!stop.signal.aborted) setProblem((error as Error).message);
    } finally {
      setSending(undefined);
    }
  }

  const words = problem ?? refusal;
  return (
    <fieldset className="letterhead-fields__logo-field" aria-labelledby={label} aria-describedby={hint}>
      <Text id={label} size="sm" fw={500}>
        Logo
      </Text>
      <Text id={hint} size="xs" c="dimmed" mb="xs">
        PNG, JPEG or WebP, up to 5 MB. Empty space around it is cut off.
      </Text>
      <Group gap="md">
        {value !== null && <img className="letterhead-fields__logo" src={contentOf(value)} alt="Your logo" />}
        <ActionButton busy={sending !== undefined} onClick={() => input.current?.click()}>
          {value === null ? 'Choose a picture' : 'Replace'}
        </ActionButton>
        {sending && (
          <Button variant="subtle" onClick={() => sending.abort()}>
            Cancel
          </Button>
        )}
        {value !== null && !sending && (
          <Button variant="subtle" onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </Group>
      <input
        ref={input}
        type="file"
        accept={LOGO_CHOOSABLE}
        hidden
        aria-label="Picture of the logo"
        onChange={({ currentTarget }) => {
          const [content] = currentTarget.files ?? [];
          if (content) void send(content);
          // The same picture can be chosen again.
          currentTarget.value = '';
        }}
      />
      <output className="letterhead-fields__problem">{words}</output>
    </fieldset>
  );
}

interface ColourOfBusinessProps {
  value: string | null;
  error: string | undefined;
  onChange: (colour: string | null) => void;
}

function ColourOfBusiness({ value, error, onChange }: ColourOfBusinessProps) {
  const isLight = isColour(value) && legibleOn(PAPER, value!, INK) === INK;
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        className="letterhead-fields__colour"
        label="Colour"
        description={
          isLight
            ? `Too light to read on white, so your name stays dark. Text on it is ${textOn(value!) === PAPER ? 'white' : 'black'}.`
            : 'For the line at the top, your name and the button that calls you.'
        }
        placeholder={OUR_COLOUR}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        error={error}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value.trim().toLowerCase() || null)}
        leftSection={
          <input
            type="color"
            className="letterhead-fields__choose"
            aria-label="Choose a colour"
            value={isColour(value) ? value! : OUR_COLOUR}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        }
      />
      {value !== null && (
        <Button variant="subtle" onClick={() => onChange(null)}>
          Usual colour
        </Button>
      )}
    </Group>
  );
}

/** Somebody who types has a new preview when they pause, not with each letter. */
const pauseMs = 400;

/** The very mail, written by whoever writes them all, and the head of a report. */
function Preview({ business, reportHead }: { business: Business; reportHead: ReactNode }) {
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [src] = useDebouncedValue(previewAddress(business, theme), pauseMs);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          Preview
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Preview of the email"
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={theme}
          onChange={(next) => setTheme(next)}
        />
      </Group>
      <iframe
        // Another one each time: one that is led elsewhere is a step that Back goes through.
        key={src}
        className="letterhead-fields__mail"
        title="How an email to a customer looks"
        sandbox="allow-same-origin"
        src={src}
      />
      <section className="letterhead-fields__report" aria-label="How the top of a report looks">
        {reportHead}
      </section>
    </Stack>
  );
}

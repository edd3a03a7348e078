import { TextInput } from '@mantine/core';
import { contactProblem } from '@muster/domain/values/contact-data';
import type { ReactNode } from 'react';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { SuburbField } from '../../../lib/kit/suburb-field.tsx';
import { suburbWords } from '../../../lib/suburbs.ts';
import { addCustomer, addTechnician } from '../api.ts';
import { StepForm } from './step.tsx';
import { useStep } from './use-step.ts';

const noPlace = { suburb_id: null as number | null, suburb: null as string | null };

/** Somebody who can be scheduled. */
export function TechnicianStep({ remedy, onDone }: { remedy: ReactNode; onDone: () => void }) {
  const first = useFirstFocus();
  const step = useStep('technician', { name: '', phone: '', ...noPlace });
  const { name, phone, suburb_id, suburb } = step.values;

  async function save() {
    if (name.trim() === '') return step.refuse('Enter a name.', 'name');
    const unreachable = contactProblem({ phone });
    if (unreachable) return step.refuse(unreachable.text, 'phone');
    const body = { name: name.trim(), phone: phone.trim(), base_suburb_id: suburb_id, is_active: true };
    if (await step.send(body, (key) => addTechnician(body, key), `${body.name} can be scheduled.`)) onDone();
  }

  return (
    <StepForm
      label="Technician"
      button="Add technician"
      isSaving={step.isSaving}
      refusal={step.refusal}
      remedy={remedy}
      onSubmit={() => void save()}
    >
      <div className="steps__pair">
        <TextInput
          ref={first}
          label="Name"
          autoComplete="off"
          maxLength={200}
          error={step.wrong === 'name'}
          value={name}
          onChange={(event) => step.set({ name: event.target.value })}
        />
        <TextInput
          label="Phone (can wait)"
          type="tel"
          autoComplete="off"
          maxLength={40}
          error={step.wrong === 'phone'}
          value={phone}
          onChange={(event) => step.set({ phone: event.target.value })}
        />
      </div>
      <SuburbField
        label="Where their day begins (can wait)"
        value={suburb_id}
        name={suburb}
        onChange={(chosen) =>
          step.set({ suburb_id: chosen?.id ?? null, suburb: chosen ? suburbWords(chosen) : null })
        }
      />
    </StepForm>
  );
}

/** Who asks for work, and where it is. */
export function CustomerStep({ onDone }: { onDone: () => void }) {
  const first = useFirstFocus();
  const step = useStep('customer', { name: '', phone: '', address: '', ...noPlace });
  const { name, phone, address, suburb_id, suburb } = step.values;

  async function save() {
    if (name.trim() === '') return step.refuse('Enter a name.', 'name');
    const unreachable = contactProblem({ phone });
    if (unreachable) return step.refuse(unreachable.text, 'phone');
    if (suburb_id === null) return step.refuse('Choose the suburb: drives are reckoned from there.');
    const sites = [{ address: address.trim(), suburb_id }];
    const body = { name: name.trim(), phone: phone.trim(), sites };
    if (await step.send(body, (key) => addCustomer(body, key), `${body.name} is a customer now.`)) onDone();
  }

  return (
    <StepForm
      label="Customer"
      button="Add customer"
      isSaving={step.isSaving}
      refusal={step.refusal}
      onSubmit={() => void save()}
    >
      <div className="steps__pair">
        <TextInput
          ref={first}
          label="Name"
          autoComplete="off"
          maxLength={200}
          error={step.wrong === 'name'}
          value={name}
          onChange={(event) => step.set({ name: event.target.value })}
        />
        <TextInput
          label="Phone (can wait)"
          type="tel"
          autoComplete="off"
          maxLength={40}
          error={step.wrong === 'phone'}
          value={phone}
          onChange={(event) => step.set({ phone: event.target.value })}
        />
      </div>
      <TextInput
        label="Street and number"
        autoComplete="off"
        maxLength={300}
        value={address}
        onChange={(event) => step.set({ address: event.target.value })}
      />
      <SuburbField
        label="Suburb"
        value={suburb_id}
        name={suburb}
        onChange={(chosen) =>
          step.set({ suburb_id: chosen?.id ?? null, suburb: chosen ? suburbWords(chosen) : null })
        }
      />
    </StepForm>
  );
}

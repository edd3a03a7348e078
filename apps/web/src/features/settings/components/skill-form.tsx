import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { Skill } from '@muster/domain/skills/schema';
import { useQueryClient } from '@tanstack/react-query';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../lib/undo.ts';
import { addSkill, editSkill } from '../api.ts';

const blank = { id: 'new', version: 0, name: '', needs_ticket: false };

/** A skill's name, and whether a ticket has to prove it. */
export function SkillForm({ skill, onClose }: { skill: Skill | undefined; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const first = useFirstFocus();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['skills'] });
  const form = useRecordForm<typeof blank, { row: Skill; change: number; made: boolean }>({
    place: `skill ${skill?.id ?? 'new'}`,
    row: skill ?? blank,
    send: ({ name, needs_ticket }, base, key) =>
      skill
        ? editSkill(
            skill.id,
            {
              version: base.version,
              ...(name !== undefined && { name }),
              ...(needs_ticket !== undefined && { needs_ticket }),
            },
            key,
          )
        : addSkill({ name: name ?? '', needs_ticket: needs_ticket ?? false }, key),
    onSaved({ row, ...saved }) {
      tell(skill ? `${row.name} is saved.` : `${row.name} is a skill now.`, [saved]);
      void readAgain();
      onClose();
    },
    onNewer: () => void readAgain(),
    check: ({ name }) => (name.trim() === '' ? { field: 'name', text: 'A skill needs a name.' } : undefined),
  });
  const submit = () => void form.submit();
  return (
    <FormFrame
      label={skill?.name ?? 'New skill'}
      isSaving={form.isSaving}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <FormField form={form} name="name" label="Name">
          {({ value, set, error }) => (
            <TextInput
              ref={first}
              label="Name of the skill"
              error={error}
              placeholder="Gas fitting"
              maxLength={100}
              autoComplete="off"
              value={value}
              onChange={(event) => set(event.target.value)}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="needs_ticket"
          label="Ticket"
          words={(needed) => (needed ? 'Needed' : 'Not needed')}
        >
          {({ value, set }) => (
            <Checkbox
              label="Counts only with a ticket in force"
              description="A ticket is a trade licence or a card that expires. Without one nobody is planned for work that asks for this skill."
              checked={value}
              onChange={(event) => set(event.target.checked)}
            />
          )}
        </FormField>
      </Stack>
      <FormBar form={form} onSubmit={submit} label={skill ? 'Save' : 'Add skill'} always onCancel={onClose} />
    </FormFrame>
  );
}

import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../action-button.tsx';
import { unsavedForms, useHasUnsaved } from './unsaved-forms.ts';

/** Asks whoever leaves a form that is not saved. Once in the application: it knows of every form. */
export function LeaveGuard() {
  const hasUnsaved = useHasUnsaved();
  const [isSaving, setSaving] = useState(false);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsavedForms().length > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });

  async function saveAndLeave() {
    setSaving(true);
    const results = await Promise.all(unsavedForms().map((form) => form.submit()));
    setSaving(false);
    if (results.every(Boolean)) proceed?.();
    else reset?.();
  }

  function leave() {
    for (const form of unsavedForms()) form.discard();
    proceed?.();
  }

  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Save your changes?">
      <Text mb="lg">You’ve typed something that isn’t saved yet.</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="danger" mr="auto" onClick={leave}>
          Discard
        </Button>
        <Button onClick={() => reset?.()}>Keep editing</Button>
        <ActionButton variant="filled" busy={isSaving} onClick={() => void saveAndLeave()} data-autofocus>
          Save
        </ActionButton>
      </Group>
    </Modal>
  );
}

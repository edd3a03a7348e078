import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../action-button.tsx';
import { saveUnsaved, unsavedForms, useHasUnsaved } from './unsaved-forms.ts';

/** Asks whoever leaves a form that is not saved. Once in the application: it knows of every form. */
export function LeaveGuard() {
  const hasUnsaved = useHasUnsaved();
  const [isSaving, setSaving] = useState(false);
  const { status, proceed, reset } = useBlocker({
    async shouldBlockFn({ current, next }) {
      if (current.pathname === next.pathname) return false;
      await saveUnsaved(({ savesItself }) => savesItself);
      return unsavedForms().length > 0;
    },
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });

  async function saveAndLeave() {
    setSaving(true);
    const isSaved = await saveUnsaved();
    setSaving(false);
    if (isSaved) proceed?.();
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

import { Button, Group, Menu, Popover, TextInput } from '@mantine/core';
import { priorities } from '@muster/domain/work/jobs/rules';
import { useState } from 'react';
import { BulkBar, type BulkProps, useSelected } from '../../../../lib/kit/list/bulk-bar.tsx';
import type { JobRow } from '../api.ts';
import { archiveJob, cancelJob, editJob, restoreJob } from '../api.ts';
import { priorityNames } from '../model/job-search.ts';

/** What can be done with the jobs that are selected. Those that it would change nothing for are left out. */
export function BulkActions(props: BulkProps<JobRow>) {
  const { selected, present, archived, isRunning, apply, onClear } = useSelected('jobs', props);
  const open = present.filter(({ state }) => state !== 'done' && state !== 'cancelled');

  return (
    <BulkBar count={selected.length} onClear={onClear}>
      <Menu position="top" shadow="md" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button disabled={isRunning || present.length === 0}>Priority</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {priorities.map((priority) => (
            <Menu.Item
              key={priority}
              onClick={() =>
                void apply(
                  present.filter((row) => row.priority !== priority),
                  ({ id, version }, key) => editJob(id, { version, priority }, key),
                  `${priority} now`,
                )
              }
            >
              {priorityNames[priority]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <TagButton
        isDisabled={isRunning || present.length === 0}
        onTag={(tag) =>
          void apply(
            present.filter(({ tags }) => !tags.includes(tag)),
            ({ id, version, tags }, key) => editJob(id, { version, tags: [...tags, tag] }, key),
            `tagged ${tag}`,
          )
        }
      />
      <Button
        disabled={isRunning || open.length === 0}
        onClick={() => void apply(open, ({ id }, key) => cancelJob(id, '', key), 'cancelled')}
      >
        Cancel
      </Button>
      {archived.length > 0 ? (
        <Button
          disabled={isRunning}
          onClick={() => void apply(archived, ({ id }, key) => restoreJob(id, key), 'back')}
        >
          Restore
        </Button>
      ) : (
        <Button
          disabled={isRunning || present.length === 0}
          onClick={() => void apply(present, ({ id }, key) => archiveJob(id, key), 'archived')}
        >
          Archive
        </Button>
      )}
    </BulkBar>
  );
}

function TagButton({ isDisabled, onTag }: { isDisabled: boolean; onTag: (tag: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [tag, setTag] = useState('');

  function send() {
    if (tag.trim() === '') return;
    onTag(tag.trim());
    setTag('');
    setOpen(false);
  }

  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" trapFocus shadow="md">
      <Popover.Target>
        <Button disabled={isDisabled} onClick={() => setOpen(!isOpen)}>
          Tag
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Tag the selected jobs">
        <Group gap="xs">
          <TextInput
            aria-label="Tag"
            placeholder="warranty"
            maxLength={50}
            value={tag}
            onChange={(event) => setTag(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && send()}
          />
          <Button variant="filled" onClick={send}>
            Add tag
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

import { Kbd, Modal, Switch } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { type KeyList, useKeyLists } from '../../lib/page-keys.ts';
import { readPageSettings } from '../../lib/page-settings.ts';
import { Support } from '../../lib/support.tsx';
import { withCtrl } from '../../lib/shortcut.ts';
import { isForPage, useSingleKeys } from '../../lib/kit/single-keys.ts';
import './keys-help.css';

/** What every page hears. */
function everywhere(canUndo: boolean): KeyList {
  const planning = [
    { keys: [withCtrl('K')], text: 'Find anything, or start anything' },
    { keys: [withCtrl('Z')], text: 'Undo what you did last' },
    { keys: [withCtrl('Shift Z')], text: 'Redo it' },
  ];
  return {
    title: 'Everywhere',
    keys: [
      ...(canUndo ? planning : []),
      { keys: [withCtrl('↵')], text: 'Save the form' },
      { keys: ['Esc'], text: 'Close what is open, or leave the form' },
      { keys: ['?'], text: 'These keys' },
    ],
  };
}

interface KeysHelpProps {
  canUndo: boolean;
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** The keys of the application, for whoever presses the question mark or asks in the menu of their account. Pages tell of their own by `usePageKeys`. */
export function KeysHelp({ canUndo, isOpen, open, close }: KeysHelpProps) {
  const lists = useKeyLists();
  const [isOn, setOn] = useSingleKeys();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '?' || !isForPage(event)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Help and keys"
      size={420}
      withCloseButton
      closeOnClickOutside
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Support settings={readPageSettings()} />
      {[...lists, everywhere(canUndo)].map(({ title, keys }) => (
        <section key={title} className="keys-help">
          <h3>{title}</h3>
          <dl>
            {keys.map(({ keys, text }) => (
              <div key={text}>
                <dt>
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        mt="md"
        label="Letters and signs alone"
        description="Switched off, / ? q j k x and n are typed and nothing more. On the board they still work where it has the focus."
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Modal>
  );
}

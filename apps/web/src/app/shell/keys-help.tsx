import { Kbd, Modal, Switch } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { type KeyList, useKeyLists } from '../../lib/keys/page-keys.ts';
import { readPageSettings } from '../../lib/page/page-settings.ts';
import { Support } from '../../lib/page/support.tsx';
import { withCtrl } from '../../lib/keys/shortcut.ts';
import { isForPage, useSingleKeys } from '../../lib/kit/single-keys.ts';
import './keys-help.css';

/** What every page hears. */
function everywhere({ canSearch, canUndo }: Pick<KeysHelpProps, 'canSearch' | 'canUndo'>): KeyList {
  const search = [{ keys: [withCtrl('K')], text: 'Search or start anything' }];
  const undo = [
    { keys: [withCtrl('Z')], text: 'Undo your last change' },
    { keys: [withCtrl('Shift Z')], text: 'Redo it' },
  ];
  return {
    title: 'Everywhere',
    keys: [
      ...(canSearch ? search : []),
      ...(canUndo ? undo : []),
      { keys: [withCtrl('↵')], text: 'Save the form' },
      { keys: ['Esc'], text: 'Close what’s open, or leave the form' },
      { keys: ['?'], text: 'Show these keys' },
    ],
  };
}

interface KeysHelpProps {
  canSearch: boolean;
  canUndo: boolean;
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** The keys of the application, for whoever presses the question mark or asks in the menu of their account. Pages tell of their own by `usePageKeys`. */
export function KeysHelp({ canSearch, canUndo, isOpen, open, close }: KeysHelpProps) {
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
      {[...lists, everywhere({ canSearch, canUndo })].map(({ title, keys }) => (
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
        label="Single-key shortcuts"
        description="When off, letters and signs alone just type. On the board they still work while it has the focus."
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Modal>
  );
}

import { Kbd, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { isInDialog, isTyping } from '../../lib/kit/typing.ts';
import { type KeyList, useKeyLists } from '../../lib/page-keys.ts';
import { withCtrl } from '../../lib/shortcut.ts';
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

/** The keys of the application, for whoever presses the question mark. Pages tell of their own by `usePageKeys`. */
export function KeysHelp({ canUndo }: { canUndo: boolean }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const lists = useKeyLists();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || isInDialog(event.target)) return;
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
      title="Keys"
      size={420}
      withCloseButton
      closeOnClickOutside
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
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
    </Modal>
  );
}

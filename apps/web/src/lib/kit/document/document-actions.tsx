import { Button, Kbd, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { usePageKeys } from '../../keys/page-keys.ts';
import { ActionButton } from '../action-button.tsx';
import { MoreMenu } from '../more-menu.tsx';
import { useLetters } from '../use-letters.ts';

/** Something that can be done with a document. */
export type DocumentAction = {
  label: string;
  /** What is most likely done next is `main`: the first of these has the colour, the others stand beside it. */
  place: 'main' | 'bar' | 'menu';
} & (
  | {
      onPress: () => void;
      isBusy?: boolean;
      /** The letter that does it as well. */
      letter?: string;
    }
  | {
      /** A file, to be saved. */
      href: string;
    }
);

interface DocumentActionsProps {
  actions: readonly DocumentAction[];
  /** Over the keys that do them, in the list of keys: "On an invoice". */
  keysTitle: string;
}

/** What can be done with a document: the main thing last, what is rarer behind the dots. On a narrow screen only the main thing is in sight, so that the name of the customer is too. */
export function DocumentActions({ actions, keysTitle }: DocumentActionsProps) {
  const isNarrow = useMediaQuery('(width < 1240px)', false, { getInitialValueInEffect: false });
  const main = actions.find(({ place }) => place === 'main');
  const others = actions.filter((one) => one !== main);
  const shown = main ?? others.findLast(({ place }) => place === 'bar');
  const isHidden = (one: DocumentAction) => (isNarrow ? one !== shown : one.place === 'menu');
  const hidden = others.filter(isHidden);
  useActionKeys(actions, keysTitle);
  return (
    <>
      {hidden.length > 0 && (
        <MoreMenu>
          {hidden.map((one) =>
            'href' in one ? (
              <Menu.Item key={one.label} component="a" href={one.href} download>
                {one.label}
              </Menu.Item>
            ) : (
              <Menu.Item key={one.label} onClick={one.onPress} rightSection={!isNarrow && keyOf(one)}>
                {one.label}
              </Menu.Item>
            ),
          )}
        </MoreMenu>
      )}
      {others
        .filter((one) => !isHidden(one))
        .map((one) => (
          <ActionOrFile key={one.label} action={one} hasKeys={!isNarrow} />
        ))}
      {main && <ActionOrFile action={main} isMain hasKeys={!isNarrow} />}
    </>
  );
}

interface ActionOrFileProps {
  action: DocumentAction;
  isMain?: boolean;
  /** Whether there is room to say which key does it. */
  hasKeys: boolean;
}

function ActionOrFile({ action, isMain = false, hasKeys }: ActionOrFileProps) {
  const variant = isMain ? 'filled' : 'default';
  if ('href' in action)
    return (
      <Button component="a" variant={variant} href={action.href} download>
        {action.label}
      </Button>
    );
  const { label, onPress, isBusy = false } = action;
  return (
    <ActionButton variant={variant} busy={isBusy} onClick={onPress} rightSection={hasKeys && keyOf(action)}>
      {label}
    </ActionButton>
  );
}

function keyOf({ letter }: { letter?: string }) {
  return letter !== undefined && <Kbd>{letter.toUpperCase()}</Kbd>;
}

function useActionKeys(actions: readonly DocumentAction[], title: string): void {
  const told = heard(actions)
    .map(({ letter, label }) => `${letter.toUpperCase()} ${label}`)
    .join('\n');
  usePageKeys(useMemo(() => keysOf(title, told), [title, told]));
  useLetters(Object.fromEntries(heard(actions).map(({ letter, onPress }) => [letter, onPress])));
}

function heard(actions: readonly DocumentAction[]) {
  return actions.flatMap((one) =>
    'letter' in one && one.letter !== undefined
      ? [{ letter: one.letter, label: one.label, onPress: one.onPress }]
      : [],
  );
}

function keysOf(title: string, told: string) {
  const lines = told === '' ? [] : told.split('\n');
  return {
    title,
    keys: lines.map((line) => ({ keys: [line.slice(0, 1)], text: line.slice(2) })),
  };
}

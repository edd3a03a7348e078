import { Button, Kbd, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { usePageKeys } from '../../../../lib/keys/page-keys.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { MoreMenu } from '../../../../lib/kit/more-menu.tsx';
import { useLetters } from '../../../../lib/kit/use-letters.ts';

/** Something that can be done with an invoice. */
export type InvoiceAction = {
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

/** What can be done with an invoice: the main thing last, what is rarer behind the dots. On a narrow screen only the main thing is in sight, so that the name of the customer is too. */
export function InvoiceActions({ actions }: { actions: readonly InvoiceAction[] }) {
  const isNarrow = useMediaQuery('(width < 1240px)', false, { getInitialValueInEffect: false });
  const main = actions.find(({ place }) => place === 'main');
  const others = actions.filter((one) => one !== main);
  const shown = main ?? others.findLast(({ place }) => place === 'bar');
  const isHidden = (one: InvoiceAction) => (isNarrow ? one !== shown : one.place === 'menu');
  const hidden = others.filter(isHidden);
  useActionKeys(actions);
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
  action: InvoiceAction;
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

function useActionKeys(actions: readonly InvoiceAction[]): void {
  const told = heard(actions)
    .map(({ letter, label }) => `${letter.toUpperCase()} ${label}`)
    .join('\n');
  usePageKeys(useMemo(() => keysOf(told), [told]));
  useLetters(Object.fromEntries(heard(actions).map(({ letter, onPress }) => [letter, onPress])));
}

function heard(actions: readonly InvoiceAction[]) {
  return actions.flatMap((one) =>
    'letter' in one && one.letter !== undefined
      ? [{ letter: one.letter, label: one.label, onPress: one.onPress }]
      : [],
  );
}

function keysOf(told: string) {
  const lines = told === '' ? [] : told.split('\n');
  return {
    title: 'On an invoice',
    keys: lines.map((line) => ({ keys: [line.slice(0, 1)], text: line.slice(2) })),
  };
}

import { centsInWords } from '@muster/domain/values/cents';
import { type ReactNode, useEffect, useRef } from 'react';
import './pile-tabs.css';

/** What a tab says beside its name. */
interface Pile {
  count: number;
  /** Whether there may be more than were counted. */
  isMost?: boolean;
  /** In cents; nothing where there is no sum of them. */
  sum?: number;
}

interface PileTabsProps<Tab extends string> {
  /** What they are piles of, as it is read out. */
  label: string;
  /** In this order; undefined is all of them. */
  names: readonly (readonly [Tab | undefined, string])[];
  pileOf: (tab: Tab) => Pile | undefined;
  open: Tab | undefined;
  renderLink: (tab: Tab | undefined, link: { className: string; children: ReactNode }) => ReactNode;
}

/** The piles of a list as links, each with how many there are and what they come to. */
export function PileTabs<Tab extends string>(props: PileTabsProps<Tab>) {
  const { label, names, pileOf, open, renderLink } = props;
  const nav = useRef<HTMLElement>(null);
  // On a phone they do not all fit: the one that is open is in sight.
  useEffect(() => {
    const shown = nav.current?.querySelector(`[data-tab='${open ?? 'all'}']`);
    shown?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open]);
  return (
    <nav ref={nav} className="pile-tabs" aria-label={label}>
      {names.map(([tab, name]) => {
        const pile = tab === undefined ? undefined : pileOf(tab);
        return (
          <span key={name} data-open={tab === open || undefined} data-tab={tab ?? 'all'}>
            {renderLink(tab, {
              className: 'pile-tabs__one',
              children: (
                <>
                  <span className="pile-tabs__name">
                    {name}
                    {pile !== undefined && <span className="pile-tabs__count">{counted(pile)}</span>}
                  </span>
                  <span className="pile-tabs__sum">
                    {pile?.sum === undefined || pile.count === 0 ? '\u00a0' : centsInWords(pile.sum)}
                  </span>
                </>
              ),
            })}
          </span>
        );
      })}
    </nav>
  );
}

const thousands = new Intl.NumberFormat('en-AU');

/** "1,240"; "999+" where nobody counted on. */
function counted({ count, isMost = false }: Pile): string {
  return isMost ? `${thousands.format(count - 1)}+` : thousands.format(count);
}

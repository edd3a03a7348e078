import { Combobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { kindWords } from '@muster/domain/money/items/fields';
import { priceOf } from '@muster/domain/money/items/rules';
import type { Item } from '@muster/domain/money/items/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useIsGstRegistered } from '../../choices/gst-registration.ts';
import { itemChoicesQuery } from '../../choices/items.ts';

interface DescriptionCellProps {
  label: string;
  value: string;
  placeholder?: string;
  /** Whether the price list is searched while somebody types: not in a line that was taken from it. */
  isOpen: boolean;
  onChange: (text: string) => void;
  onTake: (item: Item) => void;
  /** Goes on with the words as they are. */
  onKeep: () => void;
}

const pauseMs = 80;
const mostLetters = 1_000;

/** What a line is for: in words of one's own, or from the price list, which is searched for them by name and code. */
export function DescriptionCell({
  label,
  value,
  placeholder,
  isOpen,
  onChange,
  onTake,
  onKeep,
}: DescriptionCellProps) {
  const list = useId();
  const [hasFocus, setFocus] = useState(false);
  /** Escape puts the list away until something else is typed. */
  const [dismissed, setDismissed] = useState<string>();
  const [active, setActive] = useState(0);
  const [sought] = useDebouncedValue(value.trim(), pauseMs);
  const wants = hasFocus && isOpen && value.trim() !== '' && dismissed !== value;
  const {
    data = [],
    isFetching,
    isPending,
    isPlaceholderData,
  } = useQuery({
    ...itemChoicesQuery(sought),
    enabled: wants && sought !== '',
    placeholderData: keepPreviousData,
  });
  const isSearching = wants && (sought !== value.trim() || (isFetching && (isPending || isPlaceholderData)));
  const isShown = wants && sought !== '' && data.length > 0 && (isSearching || !isPlaceholderData);
  const at = Math.min(active, data.length - 1);
  /** Whether Enter was pressed while the price list was still being searched: it means what it means a moment later. */
  const isEntered = useRef(false);

  function enter() {
    isEntered.current = false;
    if (isShown) onTake(data[at]!);
    else onKeep();
  }
  const found = useEffectEvent(() => {
    if (isEntered.current) enter();
  });
  useEffect(() => {
    if (!isSearching) found();
  }, [isSearching]);

  function press(event: KeyboardEvent) {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (key === 'Enter' && value !== '')
      if (isSearching) isEntered.current = true;
      else enter();
    else if (!isShown) return;
    else if (key === 'ArrowDown') setActive((at + 1) % data.length);
    else if (key === 'ArrowUp') setActive((at - 1 + data.length) % data.length);
    else if (key === 'Escape') setDismissed(value);
    else return;
    event.preventDefault();
  }

  return (
    <span className="cell cell--words" data-of="description" data-words={`${value} `}>
      <textarea
        className="cell__input"
        data-cell="description"
        aria-label={label}
        aria-autocomplete="list"
        {...(isShown && { 'aria-controls': list, 'aria-activedescendant': `${list}-${at}` })}
        rows={1}
        maxLength={mostLetters}
        placeholder={placeholder}
        value={value}
        onFocus={() => setFocus(true)}
        onBlur={() => {
          setFocus(false);
          isEntered.current = false;
        }}
        onChange={({ target }) => {
          setActive(0);
          isEntered.current = false;
          onChange(target.value);
        }}
        onKeyDown={press}
      />
      {isShown && (
        <span className="item-choices">
          <Combobox
            onOptionSubmit={(id) => {
              const taken = data.find((item) => item.id === id);
              if (taken) onTake(taken);
            }}
          >
            <Combobox.Options id={list} aria-label="From the price list">
              {data.map((item, place) => (
                <Combobox.Option
                  key={item.id}
                  id={`${list}-${place}`}
                  value={item.id}
                  aria-selected={place === at}
                  className="item-choices__one"
                >
                  <Choice item={item} />
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox>
          <span className="item-choices__hint" aria-hidden>
            <kbd>↵</kbd> take it <kbd>Tab</kbd> keep your words
          </span>
        </span>
      )}
    </span>
  );
}

function Choice({ item }: { item: Item }) {
  const price = priceOf(item, useIsGstRegistered());
  return (
    <>
      <span className="item-choices__name">{item.name}</span>
      <span className="item-choices__about">
        {[item.code, kindWords[item.kind]].filter(Boolean).join(' · ')}
      </span>
      <span className="item-choices__price">
        {price === undefined ? 'No price' : centsInWords(price.total)}
        {item.unit !== '' && <small> / {item.unit}</small>}
      </span>
    </>
  );
}

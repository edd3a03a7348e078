import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Suburb } from '../../../lib/suburbs.ts';
import { type Site, sitesQuery, whoQuery } from '../api.ts';
import { type Found, type FoundCustomer, surelyMeant, type Whereabouts, whereabouts } from '../model/who.ts';
import { useSuburb } from './use-suburb.ts';

/** Chosen in the place of a record that there is. */
export const NEW = 'new';

export interface Whom {
  names: readonly string[];
  found: Found | undefined;
  /** The names have changed since, or the answer is on its way. */
  isLooking: boolean;
  error: Error | null;
  customer: FoundCustomer | undefined;
  /** Whether the words alone say who. */
  isSure: boolean;
  isNew: boolean;
  name: string;
  setName: (name: string) => void;
  suburb: Suburb | null;
  setSuburb: (suburb: Suburb | null) => void;
  where: Whereabouts<Site> | undefined;
  site: Site | undefined;
  isNewSite: boolean;
  /** Words that tell neither who nor where. */
  others: readonly string[];
  choose: (customer: string) => void;
  chooseSite: (site: string) => void;
  /** What has to be said before the job can be added; nothing where all is known. */
  missing: string | undefined;
}

const pauseMs = 150;

/** Whom the words mean that nothing else has, and where. */
export function useWhom(names: readonly string[]): Whom {
  const said = names.join(' ');
  const [asked] = useDebouncedValue(said, pauseMs);
  const query = useQuery({
    ...whoQuery(asked === '' ? [] : asked.split(' ')),
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState<{ said: string; id: string }>();
  const [typed, setTyped] = useState<{ said: string; name: string }>();
  const [chosenSite, setChosenSite] = useState<{ customer: string; id: string }>();

  const isLooking = said !== '' && (asked !== said || query.isFetching || query.isPlaceholderData);
  const found = said === '' || isLooking ? undefined : query.data;
  const sure = found && surelyMeant(found);
  const id = chosen?.said === said ? chosen.id : undefined;
  const isNew = id === NEW;
  const customer = isNew ? undefined : (found?.customers.find((one) => one.id === id) ?? sure);
  const { data: sites, error: sitesError } = useQuery(sitesQuery(customer?.id));
  const where = found && customer && sites ? whereabouts(names, found, customer, sites) : undefined;
  const siteId = chosenSite?.customer === customer?.id ? chosenSite?.id : undefined;
  const site = sites?.find((one) => one.id === siteId) ?? (where?.isClear ? where.sites[0] : undefined);
  const isNewSite = customer !== undefined && siteId === NEW;
  const place = useSuburb(isNew ? names.slice(1) : (where?.others ?? []), isNew || isNewSite);
  const called = isNew ? names.slice(0, names.length - place.words.length).join(' ') : said;
  const whom = {
    names,
    found,
    isLooking,
    error: query.error ?? sitesError,
    customer,
    isSure: sure !== undefined,
    isNew,
    name: typed?.said === said ? typed.name : capitalised(called),
    suburb: place.suburb,
    where,
    site: isNewSite ? undefined : site,
    isNewSite,
    others: (where?.others ?? []).filter((word) => !isNewSite || !place.words.includes(word)),
  };
  return {
    ...whom,
    setName: (name) => setTyped({ said, name }),
    setSuburb: place.setSuburb,
    choose: (id) => setChosen({ said, id }),
    chooseSite: (id) => customer && setChosenSite({ customer: customer.id, id }),
    missing: missingOf(whom),
  };
}

type Known = Omit<Whom, 'setName' | 'setSuburb' | 'choose' | 'chooseSite' | 'missing'>;

function missingOf({ names, isLooking, customer, isNew, name, suburb, site, isNewSite, where }: Known) {
  if (names.length === 0) return 'Say whom it is for.';
  if (isLooking) return 'Looking for the customer…';
  if (isNew && (name.trim() === '' || suburb === null))
    return 'Say what the new customer is called, and in which suburb.';
  if (isNew) return undefined;
  if (customer === undefined) return 'Choose the customer.';
  if (isNewSite) return suburb === null ? 'Say in which suburb the new site is.' : undefined;
  if (where === undefined) return 'Looking for the sites…';
  return site === undefined ? 'Choose the site.' : undefined;
}

function capitalised(words: string): string {
  return words.replaceAll(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());
}

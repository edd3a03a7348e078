import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { nameWords, type Parsed, typedAt } from '@muster/domain/dispatch/quick-add/parse';
import { addressKey } from '@muster/domain/values/street-address';
import type { Intake } from '@muster/domain/dispatch/intake/schema';
import { type CustomerSite, sitesQuery } from '../../../../lib/choices/jobs.ts';
import type { Suburb } from '../../../../lib/choices/suburbs.ts';
import { suburbWords } from '../../../../lib/choices/suburbs.ts';
import { SuburbField } from '../../../../lib/kit/choices/suburb-field.tsx';
import { whoQuery } from '../api.ts';
import { corrected, type Edits, type Values, withEdits } from '../model/draft.ts';
import {
  type Found,
  type FoundCustomer,
  type Said,
  surelyMeant,
  surelyRinging,
  type Whereabouts,
  whereabouts,
} from '../model/find-customer.ts';
import { Chip } from './chips.tsx';

function siteWords({ name, address, suburb }: CustomerSite): string {
  return [name, address, suburb].filter(Boolean).join(', ') || 'Site without an address';
}

/** Whom it is for and where, as far as the words say it of somebody who is known. */
export function WhomChips({ whom }: { whom: Whom }) {
  const { customer, isSure, found, where, site, said, isNew } = whom;
  return (
    <>
      {customer && isSure && (
        <Chip
          name="Customer"
          value={customer.name}
          from={
            found!.ringing.includes(customer.id) ? 'by the phone number' : `from “${found!.words.join(' ')}”`
          }
        />
      )}
      {site && where?.isClear && (
        <Chip
          name="Site"
          value={siteWords(site)}
          from={said.words.length > 1 ? `from “${said.words.join(' ')}”` : 'only site'}
        />
      )}
      {whom.fields.work && !isNew && <Chip name="Work to do" value={whom.fields.work} from="as typed" />}
    </>
  );
}

/** Who or where is asked about: somebody of those who were found, or somebody new. */
export function WhomQuestions({ whom }: { whom: Whom }) {
  const { isSaid, found, isLooking, error, isSure, customer } = whom;
  if (!isSaid) return null;
  if (error)
    return (
      <Text size="sm" c="danger" role="alert">
        {error.message}
      </Text>
    );
  if (isLooking || found === undefined) return null;
  return (
    <>
      {!isSure && !whom.isSurelyNew && <CustomerQuestion whom={whom} />}
      {whom.isNew && <NewCustomer whom={whom} />}
      {customer && whom.where && !whom.where.isClear && <SiteQuestion whom={whom} />}
      {whom.isNewSite && <PlaceOf whom={whom} />}
    </>
  );
}

function CustomerQuestion({ whom }: { whom: Whom }) {
  const { found, said, fields, customer, isNew } = whom;
  const { customers, ringing } = found!;
  const from = said.words.join(' ') || said.phone!;
  return (
    <div className="quick-add__question" data-open={(!customer && !isNew) || undefined}>
      <Radio.Group
        inputWrapperOrder={['label', 'description', 'input']}
        label={
          customers.length === 0
            ? 'Customer: no match. Is this a new customer?'
            : said.isName
              ? 'Customer: you already have someone like this. Is it them?'
              : 'Customer: which one?'
        }
        description={`from “${from}”`}
        value={isNew ? NEW : (customer?.id ?? null)}
        onChange={whom.choose}
      >
        <Stack gap={6} mt={6}>
          {customers.map(({ id, name, suburb, phone }) => (
            <Radio
              key={id}
              value={id}
              label={[name, suburb, phone, ringing.includes(id) && 'same phone number']
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
          <Radio value={NEW} label={`New customer “${(said.isName && fields.name) || from}”…`} />
        </Stack>
      </Radio.Group>
    </div>
  );
}

/** What was read of somebody new, to be corrected where it is not what was meant. */
function NewCustomer({ whom }: { whom: Whom }) {
  const { fields, edit } = whom;
  return (
    <>
      <Group grow align="start" gap="sm">
        <div data-open={fields.name.trim() === '' || undefined}>
          <TextInput
            label="New customer’s name"
            maxLength={200}
            autoComplete="off"
            value={fields.name}
            onChange={(event) => edit({ name: event.target.value })}
          />
        </div>
        <TextInput
          label="Phone"
          type="tel"
          maxLength={40}
          autoComplete="off"
          value={fields.phone}
          onChange={(event) => edit({ phone: event.target.value })}
        />
      </Group>
      <PlaceOf whom={whom} />
      <TextInput
        label="What needs doing"
        maxLength={5_000}
        autoComplete="off"
        value={fields.work}
        onChange={(event) => edit({ work: event.target.value })}
      />
    </>
  );
}

function PlaceOf({ whom: { fields, edit } }: { whom: Whom }) {
  const { address, suburb } = fields;
  return (
    <Group grow align="start" gap="sm">
      <TextInput
        label="Address"
        maxLength={300}
        autoComplete="off"
        value={address}
        onChange={(event) => edit({ address: event.target.value })}
      />
      <div data-open={suburb === null || undefined}>
        <SuburbField
          label="Suburb"
          value={suburb?.id ?? null}
          name={suburb && suburbWords(suburb)}
          onChange={(suburb) => edit({ suburb })}
        />
      </div>
    </Group>
  );
}

function SiteQuestion({ whom }: { whom: Whom }) {
  const { customer, where, site, isNewSite, fields } = whom;
  const { sites } = where!;
  // What is read as the work is not said to be a place that nobody knows.
  const work = fields.work.toLowerCase();
  const others = where!.others.filter((word) => !work.includes(word));
  return (
    <div className="quick-add__question" data-open={(!site && !isNewSite) || undefined}>
      <Radio.Group
        inputWrapperOrder={['label', 'description', 'input']}
        label={`Site: which one at ${customer!.name}?`}
        {...(others.length > 0 && { description: `No site matches “${others.join(' ')}”` })}
        value={isNewSite ? NEW : (site?.id ?? null)}
        onChange={whom.chooseSite}
      >
        <Stack gap={6} mt={6}>
          {sites.map((one) => (
            <Radio key={one.id} value={one.id} label={siteWords(one)} />
          ))}
          <Radio value={NEW} label="New site…" />
        </Stack>
      </Radio.Group>
    </div>
  );
}

/** Chosen in the place of a record that there is. */
const NEW = 'new';

/** What a new customer or site has, as it was read or corrected. */
interface Fields {
  name: string;
  phone: string;
  address: string;
  suburb: Suburb | null;
  work: string;
}

interface Whom {
  said: Said;
  isSaid: boolean;
  found: Found | undefined;
  /** The words have changed since, or the answer is on its way. */
  isLooking: boolean;
  error: Error | null;
  customer: FoundCustomer | undefined;
  /** Whether the words alone say who. */
  isSure: boolean;
  isNew: boolean;
  /** Whether nobody who is known can be meant, and it need not be asked. */
  isSurelyNew: boolean;
  fields: Fields;
  edit: (fields: Partial<Fields>) => void;
  where: Whereabouts<CustomerSite> | undefined;
  site: CustomerSite | undefined;
  isNewSite: boolean;
  choose: (customer: string) => void;
  chooseSite: (site: string) => void;
  /** What has to be said before the job can be added; nothing where all is known. */
  missing: string | undefined;
}

const pauseMs = 150;

/** Whom the words mean that nothing else has, and where. */
export function useWhom(parsed: Parsed, values: Values): Whom {
  const { phone, address = '', suburb = null } = values;
  const isName = phone !== undefined || parsed.pieces.address !== undefined;
  // A suburb helps to find whoever is known there; a name beside a number stands for itself.
  const at = isName
    ? parsed.name
    : [...parsed.rest, ...(parsed.pieces.suburb?.at ?? [])].toSorted((a, b) => a - b);
  const words = nameWords({ ...parsed, rest: at });
  const said: Said = { words, phone, isName };
  const text = JSON.stringify(said);
  const [asked] = useDebouncedValue(text, pauseMs);
  const isSaid = words.length > 0 || phone !== undefined;
  const query = useQuery(whoQuery(JSON.parse(asked) as Said));
  const [chosen, setChosen] = useState<{ of: string; id: string }>();
  const [edits, setEdits] = useState<Edits<Fields>>({});
  // Behind an empty line the next caller begins.
  if (parsed.words.length === 0 && Object.keys(edits).length > 0) setEdits({});
  const [chosenSite, setChosenSite] = useState<{ customer: string; id: string }>();

  const isLooking = isSaid && (asked !== text || query.isPending);
  const found = !isSaid || isLooking ? undefined : query.data;
  const only = found?.customers.length === 1 ? found.customers[0] : undefined;
  const id = chosen?.of === text ? chosen.id : undefined;
  const picked = found?.customers.find((one) => one.id === id);
  const ringing = found && isName ? surelyRinging(found, words) : undefined;
  const { data: sites, error: sitesError } = useQuery(sitesQuery((picked ?? ringing ?? only)?.id));
  const isThere = address !== '' && sites?.some((site) => addressKey(site.address) === addressKey(address));
  const sure = found && (isName ? (ringing ?? (isThere ? only : undefined)) : surelyMeant(found));
  const isSurelyNew =
    found?.customers.length === 0 && words.length > 0 && (isName || parsed.pieces.suburb !== undefined);
  const isNew = id === NEW || (id === undefined && isSurelyNew);
  const customer = isNew ? undefined : (picked ?? sure);
  const placeWords = isName
    ? nameWords({
        ...parsed,
        rest: [parsed.pieces.address, parsed.pieces.suburb].flatMap((piece) => piece?.at ?? []),
      })
    : words;
  const where = found && customer && sites ? whereabouts(placeWords, found, customer, sites) : undefined;
  const siteId = chosenSite?.customer === customer?.id ? chosenSite?.id : undefined;
  const site = sites?.find((one) => one.id === siteId) ?? (where?.isClear ? where.sites[0] : undefined);
  const isNewSite = customer !== undefined && siteId === NEW;
  // Of somebody who is known, words that tell neither who nor where are what is to be done.
  const others = new Set(where?.others);
  const ofPlace = new Set(isNewSite ? parsed.pieces.suburb?.at : []);
  const workAt =
    isName || isNew
      ? parsed.work
      : at.filter((place) => others.has(parsed.words[place]!.text) && !ofPlace.has(place));
  const read: Fields = {
    name: capitalised(typedAt(parsed, parsed.name)),
    phone: phone ?? '',
    address,
    suburb,
    work: typedAt(parsed, workAt),
  };
  const fields = corrected(read, edits);
  const known = {
    said,
    isSaid,
    found,
    isLooking,
    customer,
    isNew,
    isSurelyNew,
    fields,
    where,
    site,
    isNewSite,
  };
  return {
    ...known,
    error: query.error ?? sitesError,
    isSure: sure !== undefined,
    site: isNewSite ? undefined : site,
    edit: (changed) => setEdits((before) => withEdits(before, read, changed)),
    choose: (id) => setChosen({ of: text, id }),
    chooseSite: (id) => customer && setChosenSite({ customer: customer.id, id }),
    missing: missingOf(known),
  };
}

type Known = Omit<Whom, 'error' | 'isSure' | 'edit' | 'choose' | 'chooseSite' | 'missing'>;

function missingOf({ isSaid, isLooking, customer, isNew, fields, site, isNewSite, where }: Known) {
  if (!isSaid) return 'Add the customer’s name.';
  if (isLooking) return 'Looking for the customer…';
  if (isNew && (fields.name.trim() === '' || fields.suburb === null))
    return 'Enter the new customer’s name and suburb.';
  if (isNew) return undefined;
  if (customer === undefined) return 'Choose the customer.';
  if (isNewSite) return fields.suburb === null ? 'Enter the new site’s suburb.' : undefined;
  if (where === undefined) return 'Looking for the sites…';
  return site === undefined ? 'Choose the site.' : undefined;
}

/** Whom it is for and where, as it is sent. */
export function clientBody({ customer, site, fields }: Whom): Omit<Intake, 'visits'> {
  const { name, phone, address, suburb } = fields;
  return {
    ...(customer ? { customer_id: customer.id } : { customer: { name: name.trim(), phone: phone.trim() } }),
    ...(site ? { site_id: site.id } : { site: { address: address.trim(), suburb_id: suburb!.id } }),
  };
}

/** "jo brown" is Jo Brown; what has a capital has been thought about. */
function capitalised(words: string): string {
  return /\p{Lu}/u.test(words)
    ? words
    : words.replaceAll(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());
}

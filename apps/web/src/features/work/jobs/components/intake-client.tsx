import { Autocomplete, Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { siteFields } from '@muster/domain/work/sites/fields';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { sitesQuery } from '../../../../lib/choices/jobs.ts';
import { customerChoicesQuery } from '../../../../lib/choices/customers.ts';
import { suburbWords } from '../../../../lib/choices/suburbs.ts';
import { KnownCustomers } from '../../../../lib/kit/choices/known-customers.tsx';
import { SuburbField } from '../../../../lib/kit/choices/suburb-field.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { SearchSelect } from '../../../../lib/kit/form/search-select.tsx';
import { TextField } from '../../../../lib/kit/form/text-field.tsx';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { type ClientFields, isNewSite, NEW_SITE, phoneForName, siteMeant } from '../model/intake.ts';

/** Whom a new job is for and where: somebody who is known, or somebody new, in the same fields. */
export function IntakeClient<T extends ClientFields>(props: { form: RecordForm<T> }) {
  const form = props.form as unknown as RecordForm<ClientFields>;
  const { customer, phone, site_id, address, suburb } = form.values;
  const isNew = customer.id === null;
  const { data: sites } = useQuery(sitesQuery(customer.id ?? undefined));

  // Somebody with one site alone, or at whose address it is, need not be asked where.
  const take = useEffectEvent((meant: string) => form.set('site_id', meant));
  const meant = isNew || site_id !== null || !sites ? null : siteMeant(sites, address);
  useEffect(() => {
    if (meant !== null) take(meant);
  }, [meant]);

  const use = ({ id, name }: { id: string; name: string }) =>
    form.setAll({ customer: { id, name }, site_id: null });
  const name = customer.name.trim();
  return (
    <Stack gap="sm">
      <CustomerField form={form} onUse={use} />
      {isNew && (
        <>
          <Group grow align="start" gap="sm">
            <TextField form={form} name="phone" label="Phone" type="tel" most={40} />
            <TextField form={form} name="email" label="Email" type="email" most={254} />
          </Group>
          <KnownCustomers
            typed={{
              ...(name && { name }),
              ...(phone.trim() && { phone: phone.trim() }),
              ...(suburb && { suburb_id: suburb.id }),
            }}
            onUse={use}
          />
        </>
      )}
      {!isNew && sites && (
        <FormField form={form} name="site_id" label="Site">
          {({ value, set, error }) => (
            <SearchSelect
              label="Site"
              placeholder="Where"
              thing="site"
              nothingFoundMessage="No results"
              choices={[
                ...sites.map(({ id, name, address, suburb }) => ({
                  value: id,
                  label: [name, address, suburb].filter(Boolean).join(', ') || 'Site without an address',
                })),
                { value: NEW_SITE, label: 'New address…' },
              ]}
              value={value}
              error={error}
              onChange={set}
            />
          )}
        </FormField>
      )}
      {isNewSite(form.values) && (
        <Group grow align="start" gap="sm">
          <TextField
            form={form}
            name="address"
            label="Address"
            placeholder={siteFields.address.placeholder ?? ''}
            most={300}
          />
          <FormField form={form} name="suburb" label="Suburb">
            {({ value, set, error }) => (
              <SuburbField
                label="Suburb"
                error={error}
                value={value?.id ?? null}
                name={value?.name ?? null}
                onChange={(found) =>
                  set(found && { id: found.id, name: suburbWords(found), zone: found.zone })
                }
              />
            )}
          </FormField>
        </Group>
      )}
    </Stack>
  );
}

interface CustomerFieldProps {
  form: RecordForm<ClientFields>;
  onUse: (customer: { id: string; name: string }) => void;
}

const pauseMs = 150;

/** A name or a telephone number: whoever is known is offered, and anybody else is somebody new. */
function CustomerField({ form, onUse }: CustomerFieldProps) {
  const first = useFirstFocus();
  const { customer } = form.values;
  const [said, setSaid] = useState('');
  /** The kit tells the name of whoever was chosen as if it had been typed. */
  const chosen = useRef<string>(undefined);
  const typed = customer.id === null ? customer.name.trim() : '';
  const [search] = useDebouncedValue(typed, pauseMs);
  const query = useQuery({
    ...customerChoicesQuery(search),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });
  const isOld = search !== typed || query.isPlaceholderData || query.isFetching;
  // What was found for fewer letters is offered only where the rest fits too: somebody quick would choose whoever stands there meanwhile.
  const fits = ({ name }: { name: string }) => !isOld || name.toLowerCase().includes(typed.toLowerCase());
  const found = typed === '' || search === '' ? [] : (query.data ?? []).filter(fits);

  function choose(id: string) {
    const one = found.find((each) => each.id === id);
    if (!one) return;
    chosen.current = one.name;
    onUse(one);
  }

  function change(name: string) {
    const isChosen = chosen.current === name;
    chosen.current = undefined;
    setSaid('');
    if (!isChosen) form.set('customer', { id: null, name });
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if ((event.key !== 'Enter' && event.key !== 'Tab') || event.shiftKey || customer.id !== null) return;
    const number = phoneForName(customer.name);
    if (number !== undefined && !isOld && found.length === 0) {
      event.preventDefault();
      form.setAll({ customer: { id: null, name: '' }, phone: number });
      setSaid(`${number} is new: it’s kept as the phone number. Enter the name.`);
    } else if (event.key === 'Enter' && !isOld && found.length > 0 && !isPointed(event.currentTarget)) {
      // The kit points at the first when somebody types, and these came later.
      event.preventDefault();
      choose(found[0]!.id);
    }
  }

  return (
    <FormField form={form} name="customer" label="Customer" words={({ name }) => name}>
      {({ value, error }) => (
        <>
          <Autocomplete
            ref={first}
            label="Customer"
            placeholder="Name or phone"
            autoComplete="off"
            maxLength={200}
            error={error}
            value={value.name}
            data={found.map(({ id, name }) => ({ value: id, label: name }))}
            filter={({ options }) => options}
            openOnFocus={false}
            selectFirstOptionOnChange
            renderOption={({ option }) => {
              const one = found.find(({ id }) => id === option.value);
              return [one?.name, one?.suburb, one?.phone].filter(Boolean).join(' · ');
            }}
            onOptionSubmit={choose}
            onChange={change}
            onKeyDown={press}
          />
          <Text component="output" size="xs" c="dimmed">
            {value.id !== null ? (
              <>
                Known customer.{' '}
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => {
                    form.setAll({ customer: { id: null, name: '' }, site_id: null });
                    first.current?.focus();
                  }}
                >
                  Choose another
                </Button>
              </>
            ) : (
              said || (typed !== '' && !isOld && found.length === 0 && 'New customer')
            )}
          </Text>
        </>
      )}
    </FormField>
  );
}

/** Whether the list points at one of its options, which Enter takes then. */
function isPointed(field: HTMLInputElement): boolean {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  return list?.querySelector('[data-combobox-selected]') !== null && list !== null;
}

import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { SuburbField } from '../../../lib/kit/suburb-field.tsx';
import { suburbWords } from '../../../lib/suburbs.ts';
import type { Site } from '../api.ts';
import { Chip } from './pieces.tsx';
import { NEW, type Whom } from './use-whom.ts';

function siteWords({ name, address, suburb }: Site): string {
  return [name, address, suburb].filter(Boolean).join(', ') || 'A site without an address';
}

/** Whom it is for and where, as far as the words say it. */
export function WhomChips({ whom, description }: { whom: Whom; description: string }) {
  const { customer, isSure, found, where, site, names } = whom;
  return (
    <>
      {customer && isSure && (
        <Chip name="Customer" value={customer.name} from={`from “${found!.words.join(' ')}”`} />
      )}
      {site && where?.isClear && (
        <Chip
          name="Site"
          value={siteWords(site)}
          from={names.length > 1 ? `from “${names.join(' ')}”` : 'their only one'}
        />
      )}
      {description && <Chip name="To be done" value={description} from="as you wrote it" />}
    </>
  );
}

/** Who or where is asked about: somebody of those who were found, or somebody new. */
export function WhomQuestions({ whom }: { whom: Whom }) {
  const { names, found, isLooking, error, isSure, customer } = whom;
  if (names.length === 0) return null;
  if (error)
    return (
      <Text size="sm" c="danger" role="alert">
        {error.message}
      </Text>
    );
  if (isLooking || found === undefined) return null;
  return (
    <>
      {!isSure && <CustomerQuestion whom={whom} />}
      {whom.isNew && <NewCustomer whom={whom} />}
      {customer && whom.where && !whom.where.isClear && <SiteQuestion whom={whom} />}
      {whom.isNewSite && <SuburbOf whom={whom} />}
    </>
  );
}

function CustomerQuestion({ whom }: { whom: Whom }) {
  const { found, names, customer, isNew } = whom;
  const { customers } = found!;
  return (
    <div className="quick-add__question" data-open={(!customer && !isNew) || undefined}>
      <Radio.Group
        inputWrapperOrder={['label', 'description', 'input']}
        label={
          customers.length > 0 ? 'Customer: which one?' : 'Customer: nobody is called that. Somebody new?'
        }
        description={`from “${names.join(' ')}”`}
        value={isNew ? NEW : (customer?.id ?? null)}
        onChange={whom.choose}
      >
        <Stack gap={6} mt={6}>
          {customers.map(({ id, name, suburb, phone }) => (
            <Radio key={id} value={id} label={[name, suburb, phone].filter(Boolean).join(' · ')} />
          ))}
          <Radio value={NEW} label={`New customer “${names.join(' ')}”…`} />
        </Stack>
      </Radio.Group>
    </div>
  );
}

function NewCustomer({ whom }: { whom: Whom }) {
  return (
    <>
      <TextInput
        label="Name of the new customer"
        maxLength={200}
        autoComplete="off"
        value={whom.name}
        onChange={(event) => whom.setName(event.target.value)}
      />
      <SuburbOf whom={whom} />
    </>
  );
}

function SuburbOf({ whom: { suburb, setSuburb } }: { whom: Whom }) {
  return (
    <div data-open={suburb === null || undefined}>
      <SuburbField
        label="Suburb"
        value={suburb?.id ?? null}
        name={suburb && suburbWords(suburb)}
        onChange={setSuburb}
      />
    </div>
  );
}

function SiteQuestion({ whom }: { whom: Whom }) {
  const { customer, where, site, isNewSite } = whom;
  const { sites, others } = where!;
  return (
    <div className="quick-add__question" data-open={(!site && !isNewSite) || undefined}>
      <Radio.Group
        inputWrapperOrder={['label', 'description', 'input']}
        label={`Site: where at ${customer!.name}?`}
        {...(others.length > 0 && { description: `No site is called “${others.join(' ')}”` })}
        value={isNewSite ? NEW : (site?.id ?? null)}
        onChange={whom.chooseSite}
      >
        <Stack gap={6} mt={6}>
          {sites.map((one) => (
            <Radio key={one.id} value={one.id} label={siteWords(one)} />
          ))}
          <Radio value={NEW} label="A new site…" />
        </Stack>
      </Radio.Group>
    </div>
  );
}

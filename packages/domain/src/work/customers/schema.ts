import { type Static, Type } from 'typebox';
import { kept, paging } from '../../basics/changes/schema.ts';
import { being, Day, editOf, Id, Moment, nullable, schemasOf, Version } from '../../values/schema.ts';
import { Contact, NewContact } from '../contacts/schema.ts';
import { NewSite, Site } from '../sites/schema.ts';
import { Region } from '../suburbs/schema.ts';
import { customerFields, type MergeChoice, mergeChoices } from './fields.ts';

const Tag = Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' });

const fields = schemasOf(customerFields);

export const Customer = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  is_sample: Type.Boolean(),
  created_at: Moment,
  archived_at: nullable(Moment),
  merged_into: nullable(Id, 'The customer this one was merged into, and is archived for'),
});

export const CustomerEdit = editOf(fields, { examples: [{ version: 3, phone: '02 9876 5432' }] });

export const NewCustomer = Type.Object(
  {
    ...Type.Partial(Type.Object(fields)).properties,
    name: fields.name,
    contacts: Type.Optional(Type.Array(NewContact, { maxItems: 50 })),
    sites: Type.Optional(Type.Array(NewSite, { maxItems: 50 })),
  },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'Ryde Bakery',
        abn: '51 824 753 556',
        contacts: [{ name: 'Ana Lima', phone: '0412 345 678' }],
        sites: [{ address: '12 Church Street', suburb_id: 4220 }],
      },
    ],
  },
);

export const CustomerJob = Type.Object({
  id: Id,
  number: Type.Integer(),
  site_id: Id,
  description: Type.String(),
  priority: Type.String(),
  state: Type.String(),
  due_on: nullable(Day),
  created_at: Moment,
});

export const CustomerRecord = Type.Object({
  ...Customer.properties,
  contacts: Type.Array(Contact),
  sites: Type.Array(Site, { description: 'Archived ones last' }),
  jobs: Type.Array(CustomerJob, { description: 'The latest ten' }),
});

export const CustomerSummary = Type.Object({
  ...Customer.properties,
  suburb: nullable(Type.String(), 'Of the first site, such as Ryde NSW'),
  site_count: Type.Integer(),
});

export const CustomerQuery = Type.Object(
  {
    ...paging,
    region: Type.Optional(Region),
    suburb: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    tag: Type.Optional(Tag),
    ...kept,
  },
  { additionalProperties: false },
);

export const DuplicateQuery = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200 })),
    phone: Type.Optional(Type.String({ maxLength: 40 })),
    email: Type.Optional(Type.String({ maxLength: 254 })),
    suburb_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    except: Type.Optional(being(Id, 'The customer being edited')),
  },
  { additionalProperties: false },
);

export const Duplicate = Type.Object({
  id: Id,
  name: Type.String(),
  suburb: nullable(Type.String()),
  contact: nullable(Type.String(), 'The matching contact; null if the customer matches'),
  reasons: Type.Array(Type.Enum(['phone', 'email', 'name and suburb'] as const)),
  archived_at: nullable(Moment),
});

/** What comes together when another customer turns out to be this one. */
export const MergePreview = Type.Object({
  customer: Customer,
  other: Customer,
  jobs: Type.Integer({ description: 'Jobs that move to this customer' }),
  files: Type.Integer(),
  contacts: Type.Array(Type.String(), { description: 'Contacts that move' }),
  sites: Type.Array(Type.String(), { description: 'Sites that move' }),
  same_sites: Type.Array(Type.String(), { description: 'Sites at an address both have: they become one' }),
  problem: nullable(Type.String(), 'Why they can’t be merged as they are'),
});

export const Merge = Type.Object(
  {
    other_id: being(Id, 'The customer to merge into this one; archived, and points here'),
    version: Version,
    other_version: Version,
    take: Type.Optional(
      Type.Array(Type.Unsafe<MergeChoice>({ enum: mergeChoices }), {
        uniqueItems: true,
        description:
          'The fields to take from the other customer. Anything this one lacks is taken anyway; a phone or email that isn’t kept becomes a contact',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        other_id: '0193e5a0-0000-7000-8000-000000000202',
        version: 3,
        other_version: 1,
        take: ['email'],
      },
    ],
  },
);

export type MergePreview = Static<typeof MergePreview>;
export type Merge = Static<typeof Merge>;
export type Customer = Static<typeof Customer>;
export type NewCustomer = Static<typeof NewCustomer>;
export type CustomerQuery = Static<typeof CustomerQuery>;
export type CustomerRecord = Static<typeof CustomerRecord>;
export type CustomerSummary = Static<typeof CustomerSummary>;
export type Duplicate = Static<typeof Duplicate>;
export type DuplicateQuery = Static<typeof DuplicateQuery>;
export type CustomerEdit = Static<typeof CustomerEdit>;

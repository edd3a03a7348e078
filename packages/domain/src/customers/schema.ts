import { type Static, Type } from 'typebox';
import { Day, Id, Moment, nullable, paging, Version } from '../changes/schema.ts';
import { Contact, NewContact } from '../contacts/schema.ts';
import { NewSite, Site } from '../sites/schema.ts';
import { Region } from '../suburbs/schema.ts';

const Tag = Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' });

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  abn: nullable(Type.String({ maxLength: 20 }), 'With its check digits; spaces do not matter'),
  phone: Type.String({ maxLength: 40 }),
  email: Type.String({ maxLength: 254 }),
  tell_by_mail: Type.Boolean({
    description: 'Whether they are told of their visits, where the business tells its customers',
  }),
  note: Type.String({ maxLength: 5_000 }),
  tags: Type.Array(Tag, { maxItems: 50 }),
};

export const Customer = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  is_sample: Type.Boolean(),
  created_at: Moment,
  archived_at: nullable(Moment),
});

export const CustomerEdit = Type.Object(
  { version: Version, ...Type.Partial(Type.Object(fields)).properties },
  { additionalProperties: false, examples: [{ version: 3, phone: '02 9876 5432' }] },
);

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
  sites: Type.Array(Site, { description: 'The archived ones last' }),
  jobs: Type.Array(CustomerJob, { description: 'The latest ten' }),
});

export const CustomerSummary = Type.Object({
  ...Customer.properties,
  suburb: nullable(Type.String(), 'Of the first site, as in Ryde NSW'),
  site_count: Type.Integer(),
});

export const customerSorts = ['name', '-name', 'created', '-created'] as const;

export const CustomerQuery = Type.Object(
  {
    ...paging,
    region: Type.Optional(Region),
    suburb: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    tag: Type.Optional(Tag),
    archived: Type.Optional(Type.Boolean({ description: 'True: the archived alone. Default: all others' })),
    sort: Type.Optional(Type.Enum(customerSorts, { default: 'name' })),
  },
  { additionalProperties: false },
);

export const DuplicateQuery = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200 })),
    phone: Type.Optional(Type.String({ maxLength: 40 })),
    email: Type.Optional(Type.String({ maxLength: 254 })),
    suburb_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    except: Type.Optional(Type.String({ format: 'uuid', description: 'The customer that is being edited' })),
  },
  { additionalProperties: false },
);

export const Duplicate = Type.Object({
  id: Id,
  name: Type.String(),
  suburb: nullable(Type.String()),
  contact: nullable(Type.String(), 'The contact that is alike; null where the customer itself is'),
  reasons: Type.Array(Type.Enum(['phone', 'email', 'name and suburb'] as const)),
  archived_at: nullable(Moment),
});

export type Customer = Static<typeof Customer>;
export type NewCustomer = Static<typeof NewCustomer>;
export type CustomerQuery = Static<typeof CustomerQuery>;
export type CustomerRecord = Static<typeof CustomerRecord>;
export type CustomerSummary = Static<typeof CustomerSummary>;
export type Duplicate = Static<typeof Duplicate>;
export type DuplicateQuery = Static<typeof DuplicateQuery>;

import { choice, email, other, phone, text } from '../../values/fields.ts';

export const tellChoices = ['usual', 'yes', 'no'] as const;

/** Somebody to speak to at a customer. */
export const contactFields = {
  name: text('Contact name', 200, {
    needed: 'A contact needs a name.',
    erased: 'Erased',
    search: (name) => [name],
  }),
  role: text('Role', 100, { description: 'Such as Tenant or Accounts', placeholder: 'Tenant, accounts …' }),
  site_id: other<string | null>('Site', { type: ['string', 'null'], format: 'uuid' }, null, {
    description: 'The site they’re at; null if it’s for all of the customer’s sites',
  }),
  phone: phone('Contact phone'),
  email: email('Contact email'),
  tell_visits: choice('Tell about visits', tellChoices, 'usual', {
    description:
      'usual: emailed if they’re the site’s contact, or if the customer has no email address; yes: always; no: never',
    history: 'tell about visits',
  }),
};

import { text } from '../../values/fields.ts';

export const campaignFields = {
  name: text('Campaign', 100, { needed: 'Enter a name.', placeholder: 'Flyer Ryde' }),
  number: text('Number', 20, {
    needed: 'Enter the number.',
    placeholder: '1300 123 456',
    description: 'The number of yours that is on the flyer, website or car, like +611300123456',
  }),
};

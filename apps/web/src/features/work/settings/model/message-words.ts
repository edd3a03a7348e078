import type { MessageKind, MessageWay } from '@muster/domain/work/visits/rules';

/** What each kind of message is called where an owner decides on it, and when it is sent. */
export const kindWords: Readonly<Record<MessageKind, { readonly name: string; readonly when: string }>> = {
  confirmed: {
    name: 'Visit confirmed',
    when: 'When a visit is dispatched, or as soon as its time is agreed.',
  },
  reminder: { name: 'Reminder', when: 'The day before the visit.' },
  changed: { name: 'New time', when: 'When a visit moves to another time.' },
  'another technician': { name: 'New technician', when: 'When someone else is coming than we said.' },
  'another time': { name: 'We need another time', when: 'When you take a visit off the board.' },
  cancelled: { name: 'Visit cancelled', when: 'When a visit is cancelled.' },
  'on the way': {
    name: 'On my way',
    when: 'When the technician sets out, with the expected arrival. No one’s position is tracked.',
  },
  late: { name: 'Running late', when: 'When you or the technician press “Tell the customer”.' },
  done: { name: 'All done', when: 'When the work is completed.' },
  'could not complete': {
    name: 'We couldn’t finish',
    when: 'When the work couldn’t be completed or needs a return visit. The reason stays with you.',
  },
};

/** In the order in which a customer meets them. */
export const kindsInOrder = Object.keys(kindWords) as MessageKind[];

export const wayWords: Readonly<Record<MessageWay, string>> = {
  off: 'Off',
  email: 'Email',
  text: 'Text',
  both: 'Email and text',
};

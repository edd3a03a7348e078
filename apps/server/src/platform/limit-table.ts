/**
 * What anybody may use of the server, so that nobody uses what others need: every number of that kind, once. How much a request may
 * carry and a business may keep stands with the nouns themselves.
 */

/** At most `max` hits within any `perSeconds` seconds; `limits.ts` counts them. */
export interface Limit {
  /** Part of the key in the database: limits of one name share their hits. */
  name: string;
  max: number;
  perSeconds: number;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Requests in progress, in each process. An account has places for what is critical that nothing else of it takes. Beyond `all`, only
 * accounts with less than an even share of them are let in (`http/edge/concurrency-limit.ts`).
 */
export const inProgress = {
  /** Browsers and proxies send one request after the other over a connection; only an attacker sends many at once. */
  ofConnection: 16,
  /** More than the people of one office cause together, and few enough for the database to answer soon. */
  ofNetwork: 200,
  ordinary: { ofOne: 20, all: 100 },
  /** Two hundred phones that find reception together. */
  critical: { ofOne: 60, all: 240 },
} as const;

/** Beginnings of what must work while the rest is shed: signing in, the board, what phones send. */
export const criticalCalls: readonly string[] = [
  '/services/authentication/api/',
  '/services/filesystem/api/v1/uploads',
  ...[
    'board',
    'live',
    'my/',
    'presence',
    'visits/:id/schedule',
    'visits/:id/unschedule',
    'visits/:id/dispatch',
    'visits/:id/progress',
    'visits/:id/outcome',
  ].map((call) => `/services/scheduling/api/v1/${call}`),
];

/** Connections to the database, in each process. */
export const connections = {
  /** Enough to keep a few cores of PostgreSQL busy; more would only wait inside it. */
  all: 10,
  /** The others are for signing in, sessions and the queue. */
  ofAccounts: 8,
  ofOneAccount: 4,
  /** Of these, for critical calls alone: those of all accounts, and those of each. */
  kept: { ofAll: 2, ofOne: 1 },
  /** How long a request waits for one before it is told that we are busy. */
  waitMs: 8_000,
  /** How long it waits for the turn of its account before that: whoever waits there keeps nobody else from anything. */
  turnMs: 15_000,
} as const;

const GUESSES: Omit<Limit, 'name'> = { max: 10, perSeconds: 15 * MINUTE };
/** Successful attempts count too, because each one costs a hash, a session and perhaps a mail. */
const ATTEMPTS: Omit<Limit, 'name'> = { max: 30, perSeconds: 15 * MINUTE };
/** As many addresses as one network may try to sign in with. */
const OF_A_NETWORK: Omit<Limit, 'name'> = { max: 50, perSeconds: 15 * MINUTE };

export const signInLimits = {
  failuresPerAddress: { name: 'sign-in of', ...GUESSES },
  failuresPerDevice: { name: 'sign-in on', ...GUESSES },
  failuresPerNetwork: { name: 'sign-in from', ...OF_A_NETWORK },
  failuresPerUser: { name: 'password of', ...GUESSES },
  attemptsPerAddress: { name: 'try to sign in of', ...ATTEMPTS },
  /** One limit for all known devices of a person, so that strangers cannot use it up and more devices do not raise it. */
  attemptsOnOwnDevices: { name: 'try to sign in on own of', ...ATTEMPTS },
  attemptsPerUser: { name: 'try of password of', ...ATTEMPTS },
  passwordsPerLink: { name: 'password for', ...GUESSES },
  wrongKeysPerNetwork: { name: 'wrong API keys from', ...OF_A_NETWORK },
} as const satisfies Record<string, Limit>;

export const formLimits = {
  registrationsPerNetwork: { name: 'register', max: 10, perSeconds: HOUR },
  enquiriesPerNetwork: { name: 'enquiry', max: 10, perSeconds: HOUR },
  /** Once a minute for each address; a page counts it down. */
  resendsPerAddress: { name: 'resend to', max: 1, perSeconds: MINUTE },
  resendsPerNetwork: { name: 'resend from', ...OF_A_NETWORK },
  forgottenPerAddress: { name: 'forgot', max: 1, perSeconds: MINUTE },
  forgottenPerNetwork: { name: 'forgot from', ...OF_A_NETWORK },
} as const satisfies Record<string, Limit>;

/** A customer's page has no sign-in: whoever guesses is stopped early, and a link that went astray costs others little. */
export const visitPageLimits = {
  wrongPerNetwork: { name: 'wrong visit pages from', ...OF_A_NETWORK },
  /** An open page asks twice a minute, on each of a handful of devices. */
  readsPerLink: { name: 'visit page of', max: 120, perSeconds: 10 * MINUTE },
  answersPerLink: { name: 'visit answers of', max: 30, perSeconds: HOUR },
  answersPerNetwork: { name: 'visit answers from', max: 100, perSeconds: HOUR },
  /** Each is a search of the optimiser. */
  offersPerLink: { name: 'visit offers of', max: 12, perSeconds: HOUR },
  offersPerAccount: { name: 'visit offers in', max: 120, perSeconds: 10 * MINUTE },
} as const satisfies Record<string, Limit>;

/** The same for the page of an invoice; a document takes a moment of a thread. */
export const invoicePageLimits = {
  wrongPerNetwork: { name: 'wrong invoice pages from', ...OF_A_NETWORK },
  readsPerLink: { name: 'invoice page of', max: 60, perSeconds: 10 * MINUTE },
  papersPerLink: { name: 'invoice papers of', max: 20, perSeconds: 10 * MINUTE },
  paysPerLink: { name: 'invoice pays of', max: 20, perSeconds: 10 * MINUTE },
} as const satisfies Record<string, Limit>;

/** What exchanges tell: a busy one has some events a second, and a loop of its own making many more. */
export const callLimits = {
  wrongPerNetwork: { name: 'wrong call addresses from', ...OF_A_NETWORK },
  /** Each costs the business money. */
  ringsPerAccount: { name: 'rings of', max: 30, perSeconds: 10 * MINUTE },
  eventsPerConnection: { name: 'call events of', max: 1_200, perSeconds: MINUTE },
} as const satisfies Record<string, Limit>;

/** The same for the page of a film. A player asks for a part of it again and again, wherever somebody moves to. */
export const filmPageLimits = {
  wrongPerNetwork: { name: 'wrong film pages from', ...OF_A_NETWORK },
  readsPerLink: { name: 'film page of', max: 120, perSeconds: 10 * MINUTE },
  partsPerLink: { name: 'film parts of', max: 1_200, perSeconds: 10 * MINUTE },
} as const satisfies Record<string, Limit>;

/** The same for the page of a quote. */
export const quotePageLimits = {
  wrongPerNetwork: { name: 'wrong quote pages from', ...OF_A_NETWORK },
  readsPerLink: { name: 'quote page of', max: 60, perSeconds: 10 * MINUTE },
  papersPerLink: { name: 'quote papers of', max: 20, perSeconds: 10 * MINUTE },
  answersPerLink: { name: 'quote answers of', max: 20, perSeconds: HOUR },
} as const satisfies Record<string, Limit>;

/** Photos of customers that a process takes in at a time: each is in memory as a whole. */
export const customerPhotosAtOnce = 6;

interface TaskLimits {
  /** A multiple of `ofAccount` where a worker does one at a time. */
  readonly workers: number;
  /** What each worker fetches together, and does at once. */
  readonly atOnce: number;
  /** Of one account, where a task says whose it is. */
  readonly ofAccount: number;
}

/** Background tasks by the queue that they wait in, in each process. */
export const taskLimits: Readonly<Record<string, TaskLimits>> = {
  // Few, because mail servers limit connections; and a handful to save queries.
  tasks: { workers: 2, atOnce: 5, ofAccount: 5 },
  // Each waits for as long as a stranger's program likes, so none may keep another from being fetched.
  outside_tasks: { workers: 6, atOnce: 1, ofAccount: 2 },
  // Pictures and documents take the whole of a core, and imports minutes: one after the other for each account.
  file_tasks: { workers: 2, atOnce: 1, ofAccount: 1 },
  // Each takes a core for minutes, behind everything else that runs: two, so that nobody's film keeps all others waiting.
  film_tasks: { workers: 2, atOnce: 1, ofAccount: 1 },
  long_tasks: { workers: 2, atOnce: 1, ofAccount: 1 },
};

/** Deliveries that an account asks to have made once more. */
export const resendsPerAccount: Limit = { name: 'send again of', max: 30, perSeconds: 10 * MINUTE };

/** Each change is a mail to every owner, which nothing may keep back; so the changes are few. */
export const bankDetailChangesPerAccount: Limit = { name: 'bank details of', max: 10, perSeconds: DAY };

/** Runs of the optimiser that an account has waiting or under way. */
export const planRunsPerAccount = 5;

/** Of the threads of a process: one is left for whoever asks next, who would otherwise wait for the end of a run. */
export function planThreadsPerAccount(threads: number): number {
  return Math.max(1, threads - 1);
}

/** An account costs nothing to open, and an invitation carries the name that its owner chose to any address. */
export const invitationsPerAccount: Limit = { name: 'invitations of', max: 100, perSeconds: DAY };

/** Mails in a day that an account sends, by how many days it is old: whoever has just come has to be known first. */
const mailsByAge = [
  { beforeDays: 1, max: 50 },
  { beforeDays: 7, max: 200 },
  { beforeDays: 30, max: 1_000 },
] as const;
const MOST_MAILS = 10_000;

export function mailsPerAccount(ageDays: number): Limit {
  const max = mailsByAge.find(({ beforeDays }) => ageDays < beforeDays)?.max ?? MOST_MAILS;
  return { name: 'mails of', max, perSeconds: DAY };
}

/** Until then, mails of an account say who sends them through whom. */
export const KNOWN_AFTER_DAYS = 30;

/**
 * How many mails one mailbox gets, by what they are for. What strangers can cause by typing an address has one share. Links that
 * somebody asks for to get in have another, which nothing else can use up; and each of them is good for its owner, whoever asked.
 */
export const mailShares = {
  strangers: [
    { name: 'mails in an hour to', max: 3, perSeconds: HOUR },
    { name: 'mails in a day to', max: 10, perSeconds: DAY },
  ],
  links: [{ name: 'links in an hour to', max: 3, perSeconds: HOUR }],
  'new devices': [
    { name: 'new devices in an hour to', max: 3, perSeconds: HOUR },
    { name: 'new devices in a day to', max: 10, perSeconds: DAY },
  ],
  'changed passwords': [
    { name: 'changed passwords in an hour to', max: 3, perSeconds: HOUR },
    { name: 'changed passwords in a day to', max: 10, perSeconds: DAY },
  ],
} as const satisfies Record<string, readonly Limit[]>;

/** How many texts of an account one number gets: more than any visit needs, and few enough that a loop ends soon. */
export const textShares: readonly Limit[] = [
  { name: 'texts in an hour to', max: 20, perSeconds: HOUR },
  { name: 'texts in a day to', max: 50, perSeconds: DAY },
];

/** Texts that one number gets by itself, in answer to its own. */
export const automaticTexts: Limit = { name: 'answers in an hour to', max: 3, perSeconds: HOUR };

interface AccountShares {
  readonly ofAccount: readonly Limit[];
  /** Higher, so that no account by itself uses up what others may send there. */
  readonly ofAll: readonly Limit[];
}

/** The same for what accounts send: each has a share of its own of every mailbox, and there is one for all of them. */
export const accountMailShares = {
  invitations: {
    ofAccount: [
      { name: 'invitations in an hour of', max: 3, perSeconds: HOUR },
      { name: 'invitations in a day of', max: 10, perSeconds: DAY },
    ],
    ofAll: [
      { name: 'invitations in an hour to', max: 12, perSeconds: HOUR },
      { name: 'invitations in a day to', max: 40, perSeconds: DAY },
    ],
  },
  // A manager of many houses has many visits; but nobody is flooded through us by a business that is none.
  visits: {
    ofAccount: [
      { name: 'visits in an hour of', max: 100, perSeconds: HOUR },
      { name: 'visits in a day of', max: 200, perSeconds: DAY },
    ],
    ofAll: [
      { name: 'visits in an hour to', max: 400, perSeconds: HOUR },
      { name: 'visits in a day to', max: 800, perSeconds: DAY },
    ],
  },
  // An agent who pays for many landlords gets many invoices on the last day of a month.
  invoices: {
    ofAccount: [
      { name: 'invoices in an hour of', max: 100, perSeconds: HOUR },
      { name: 'invoices in a day of', max: 200, perSeconds: DAY },
    ],
    ofAll: [
      { name: 'invoices in an hour to', max: 400, perSeconds: HOUR },
      { name: 'invoices in a day to', max: 800, perSeconds: DAY },
    ],
  },
} as const satisfies Record<string, AccountShares>;

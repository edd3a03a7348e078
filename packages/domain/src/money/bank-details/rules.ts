import { abnInWords, isAbn } from '../../values/abn.ts';
import { readable } from '../../values/decimals.ts';
import { isMailAddress, maskEmail, storedEmail } from '../../values/email.ts';
import { nationalDigits, spaceWholePhone } from '../../values/phone.ts';

/** Where customers pay to: into an account, by PayID, or either. */
export interface BankAccount {
  readonly account_name: string;
  /** Like 062-000. */
  readonly bsb: string;
  readonly account_number: string;
  /** A phone number, an email address or an ABN. */
  readonly payid: string;
}

export const noBankAccount: BankAccount = { account_name: '', bsb: '', account_number: '', payid: '' };

interface Problem {
  readonly field: keyof BankAccount;
  readonly message: string;
}

const BSB = /^(\d{3})-?(\d{3})$/;
const ACCOUNT_NUMBER = /^\d{4,10}$/;
const LAND_LINE = /^0[2378]\d{8}$/;

/** As it is stored and printed, however it was typed. What is no such thing stays to be refused. */
export function storedBankAccount(typed: BankAccount): BankAccount {
  return {
    account_name: typed.account_name.replaceAll(/\s+/g, ' ').trim(),
    bsb: readable(typed.bsb).replace(BSB, '$1-$2'),
    account_number: readable(typed.account_number).replaceAll('-', ''),
    payid: storedPayid(typed.payid),
  };
}

function storedPayid(typed: string): string {
  if (typed.includes('@')) return storedEmail(typed);
  const digits = typed.replaceAll(/[\s-]/g, '');
  if (isAbn(digits)) return abnInWords(digits);
  const number = nationalDigits(typed);
  if (LAND_LINE.test(number)) return number.replace(/^(\d\d)(\d{4})(\d{4})$/, '$1 $2 $3');
  return spaceWholePhone(typed.trim());
}

/** What keeps customers from paying to it; it is given as it is stored. Nothing at all is no problem. */
export function bankAccountProblem(stored: BankAccount): Problem | undefined {
  const { account_name, bsb, account_number, payid } = stored;
  const hasAccount = account_name !== '' || bsb !== '' || account_number !== '';
  if (hasAccount && account_name === '')
    return { field: 'account_name', message: 'Enter the name that the account is held in.' };
  if (hasAccount && !BSB.test(bsb))
    return { field: 'bsb', message: 'Enter a BSB of six digits, like 062-000.' };
  if (hasAccount && !ACCOUNT_NUMBER.test(account_number))
    return { field: 'account_number', message: 'Enter an account number of 4 to 10 digits.' };
  if (payid !== '' && !isPayid(payid))
    return { field: 'payid', message: 'Enter an Australian phone number, an email address or an ABN.' };
  return undefined;
}

function isPayid(text: string): boolean {
  const digits = text.replaceAll(' ', '');
  return isMailAddress(text) || isAbn(digits) || LAND_LINE.test(digits) || /^04\d{8}$/.test(digits);
}

export function isBankAccount(stored: BankAccount): boolean {
  return stored.account_number !== '' || stored.payid !== '';
}

/** Enough of it to tell one account from another, and not enough to pay to it. */
export function maskedBankAccount({ account_name, bsb, account_number, payid }: BankAccount): string[] {
  return [
    ...(account_number === '' ? [] : [`${account_name}, BSB ${bsb}, account …${account_number.slice(-3)}`]),
    ...(payid === '' ? [] : [`PayID ${payid.includes('@') ? maskEmail(payid) : `…${payid.slice(-3)}`}`]),
  ];
}

/** As it is printed, in the order in which somebody types it into their bank's page. */
export function bankAccountFacts({
  account_name,
  bsb,
  account_number,
  payid,
}: BankAccount): (readonly [string, string])[] {
  return [
    ...(account_number === ''
      ? []
      : ([
          ['Account name', account_name],
          ['BSB', bsb],
          ['Account number', account_number],
        ] as const)),
    ...(payid === '' ? [] : ([['PayID', payid]] as const)),
  ];
}

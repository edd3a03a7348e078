import { DEMO_PASSWORD, DEMO_SIGN_IN } from '../seed/demo.ts';
import type { Muster } from './start.ts';

/** The lines that the terminal shows once the server runs. */
export function welcome({ address, dataDir, demo, mails }: Omit<Muster, 'stop'>): string {
  const lines = [
    ['Muster is ready', address],
    ...(demo ? [['Sign in as', `${DEMO_SIGN_IN}, password ${DEMO_PASSWORD}`]] : []),
    ...(mails === 'inbox' ? [['Its mails', `${address}/inbox`]] : []),
    ...(mails === 'kept back' ? [['Its mails', 'are kept back: set SMTP_URL to send them']] : []),
    ['Data', dataDir ?? 'in the database of DATABASE_URL'],
    ...(dataDir ? [['Log', `${dataDir}/muster.log`]] : []),
    ['Stop it with', 'Ctrl-C'],
  ];
  return `\n${lines.map(([what, where]) => `  ${what!.padEnd(17)}${where}`).join('\n')}\n\n`;
}

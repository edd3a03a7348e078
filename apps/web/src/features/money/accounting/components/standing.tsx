import type { BookStanding } from '@muster/domain/money/accounting/schema';
import type { ReactNode } from 'react';
import './accounting.css';

/** How something stands in the books, in a line: nothing where no books are connected. */
export function Standing({ standing, link }: { standing: BookStanding; link: ReactNode }) {
  const { standing: is, organisation, words, url } = standing;
  if (is === 'off') return null;
  return (
    <p className="book-standing" data-is={is}>
      {is === 'over' && (
        <>
          {url === null ? (
            'In Xero'
          ) : (
            <a href={url} target="_blank" rel="noreferrer">
              In Xero
            </a>
          )}
          <span>{organisation}</span>
        </>
      )}
      {is === 'waiting' && (
        <>
          Waiting to go to Xero <span>{words}</span>
        </>
      )}
      {is === 'refused' && (
        <>
          Not accepted: {words} {link}
        </>
      )}
      {is === 'differs' && <>Differs in Xero. {link}</>}
      {is === 'left out' && 'Left as it is in Xero'}
      {is === 'not sent' && 'Not in Xero: it stays out of it'}
    </p>
  );
}

import { ages, ageWords } from '@muster/domain/money/statements/rules';
import type { OwedTotals } from '@muster/domain/money/statements/schema';
import { centsInWords } from '@muster/domain/values/cents';
import './ages.css';

/** What is owed by how long it has been due, what is held against it, and what that comes to. */
export function Ages({ sums }: { sums: Omit<OwedTotals, 'on' | 'customers'> }) {
  return (
    <dl className="ages">
      {ages.map((age) => (
        <div key={age} data-age={age} data-none={sums[age] === 0 || undefined}>
          <dt>{ageWords[age]}</dt>
          <dd>{centsInWords(sums[age])}</dd>
        </div>
      ))}
      {sums.credit !== 0 && (
        <div>
          <dt>Credit</dt>
          <dd>{centsInWords(-sums.credit)}</dd>
        </div>
      )}
      <div data-total>
        <dt>Balance</dt>
        <dd>{centsInWords(sums.balance)}</dd>
      </div>
    </dl>
  );
}

import { answersOf, missingItems, standing } from '@muster/domain/field-records/rules';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Delivery } from '../visit/small-words.tsx';
import { NumberItem, PhotoItem, TextItem, TickItem } from './check-items.tsx';
import { itemId } from './item-id.ts';
import './work.css';

const kinds = { tick: TickItem, number: NumberItem, text: TextItem, photo: PhotoItem } as const;

/** What is to be checked; what has to be, before the visit is done, is marked. */
export function CheckList({ visit }: { visit: ShownVisit }) {
  const { records } = visit;
  // Two of the same words have the same answer.
  const check_list = visit.check_list.filter(
    (item, at, all) => all.findIndex(({ text }) => text === item.text) === at,
  );
  if (check_list.length === 0) return null;
  const answers = answersOf(records);
  const missing = new Set(missingItems(check_list, records, visit.files));
  const count = check_list.filter(({ done }) => done).length;
  return (
    <section className="field-card" aria-label="Check list">
      <div className="work__head">
        <h2>Check list</h2>
        <span className="field-words">
          {count} of {check_list.length}
        </span>
      </div>
      <ul className="check-list">
        {check_list.map((item) => {
          const Answer = kinds[item.kind ?? 'tick'];
          const last = standing(records).findLast(
            ({ kind, content }) => kind === 'check' && content['item'] === item.text,
          );
          return (
            <li
              key={item.text}
              id={itemId(visit, item.text)}
              data-missing={missing.has(item.text) || undefined}
            >
              <Answer visit={visit} item={item} answer={answers.get(item.text)} />
              {last && item.done && <Delivery isWaiting={visit.waiting.has(last.id)} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

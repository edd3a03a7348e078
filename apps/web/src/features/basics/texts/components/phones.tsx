import { linked } from '../../../../lib/kit/linked.tsx';
import { Link } from '@tanstack/react-router';
import { moment } from '../../../../lib/format/format.ts';
import type { Phone } from '../model/phones.ts';
import './phones.css';

export function PhoneList({ phones }: { phones: readonly Phone[] }) {
  return (
    <ul className="mail-list" aria-label="Texts">
      {phones.map(({ key, number, sender, texts }) => {
        const { body, at } = texts.at(-1)!;
        return (
          <li key={key}>
            <Link
              to="/inbox"
              search={{ text: key }}
              activeOptions={{ exact: true }}
              className="mail-list__mail"
            >
              <span className="mail-list__to">{number}</span>
              <time dateTime={at}>{moment(at)}</time>
              <span className="mail-list__subject">{sender}</span>
              <span className="phone-list__last">{body}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function showNewest(text: HTMLElement | null): void {
  text?.scrollIntoView({ block: 'nearest' });
}

/** As the phone of whoever got them shows them: the business on the left, answers on the right. */
export function PhoneView({ phone: { number, sender, texts } }: { phone: Phone }) {
  const latest = texts.at(-1)!.id;
  return (
    <article className="phone" aria-label={`Texts to ${number}`}>
      <header>
        <h2>{sender}</h2>
        <p>On the phone of {number}</p>
      </header>
      <ol className="phone__texts">
        {texts.map(({ id, direction, body, at }) => (
          <li
            key={id}
            className="phone__text"
            data-direction={direction}
            ref={id === latest ? showNewest : undefined}
          >
            <span className="phone__body">{linked(body)}</span>
            <time dateTime={at}>{moment(at)}</time>
          </li>
        ))}
      </ol>
    </article>
  );
}

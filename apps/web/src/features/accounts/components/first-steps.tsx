import { Badge } from '@muster/ui/icon';
import './first-steps.css';

const steps = [
  {
    title: 'Open your account',
    about: 'Your business has its own account, and you are signed in.',
    done: true,
  },
  {
    title: 'Add your technicians',
    about: 'Say who is on the road, what they can do, and when they work.',
    done: false,
  },
  {
    title: 'Add customers and jobs',
    about: 'Say where the work is, how long it takes, and when it suits the customer.',
    done: false,
  },
  {
    title: 'Plan the first day',
    about: 'Drag visits onto the board, or let Plan do it for you.',
    done: false,
  },
];

export function FirstSteps() {
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">Your first planned day in four steps</h2>
      <p>We are still building these parts, so you have nothing to do yet.</p>
      <ol>
        {steps.map(({ title, about, done }, at) => (
          <li key={title} data-done={done || undefined}>
            {done ? (
              <Badge name="check" tone="ok" label="Done" />
            ) : (
              <span className="first-steps__number">{at + 1}</span>
            )}
            <div>
              <h3>
                {title}
                {!done && <span className="first-steps__coming">Coming</span>}
              </h3>
              <p>{about}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

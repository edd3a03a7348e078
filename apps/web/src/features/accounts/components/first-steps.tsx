import { Badge } from '@muster/ui/icon';
import './first-steps.css';

const steps = [
  {
    title: 'Open your account',
    about: 'Done: your business has its own space, and you are in it.',
    done: true,
  },
  {
    title: 'Add your technicians',
    about: 'Who is on the road, what they can do, and when they work.',
    done: false,
  },
  {
    title: 'Add customers and jobs',
    about: 'Where the work is, how long it takes, and when it suits.',
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
      <h2 id="first-steps">Your way to the first planned day</h2>
      <p>The steps open up as the parts behind them are built. There is nothing for you to do yet.</p>
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

import { Logo, Mark } from '@muster/ui/logo';
import { dismiss, notify, type ToastLevel, type ToastPosition, Toasts } from '@muster/ui/toast';
import { Button, ButtonLink } from '@muster/ui/button';
import { Overlay } from '@muster/ui/overlay';
import { useEffect, useState, useRef } from 'react';
import { Field, TextAreaField } from '@muster/ui/field';
import { PasswordField } from '@muster/ui/password-field';
import { Select } from '@muster/ui/select';
import { CrashMessage, NotFoundMessage } from '@muster/ui/message-page';
import { PageSkeleton } from '@muster/ui/skeleton';
import { Pictures } from './pictures.tsx';
import './gallery.css';

const sections = [
  { id: 'toasts', title: 'Toasts', Part: Notifications },
  { id: 'fields', title: 'Fields', Part: Fields },
  { id: 'actions', title: 'Buttons and overlay', Part: Actions },
  { id: 'messages', title: 'Loading, missing, broken', Part: Messages },
  { id: 'colours', title: 'Colours and states', Part: Colours },
  { id: 'identity', title: 'Mark and type', Part: Identity },
  { id: 'pictures', title: 'Picture page', Part: Pictures },
] as const;

/** Everything in packages/ui, in every state, on one page. */
export function Gallery() {
  return (
    <>
      <header className="g-top">
        <Logo brand="Muster" />
        <nav aria-label="Sections">
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <ThemeSwitch />
      </header>
      <main className="g-main">
        <h1>Gallery</h1>
        <p className="g-lead">
          Every component of the public pages, in every state. The application uses a component kit.
        </p>
        {sections.map(({ id, title, Part }) => (
          <section key={id} id={id} className="g-section" aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Part />
          </section>
        ))}
      </main>
      <Toasts />
    </>
  );
}

function Identity() {
  return (
    <div className="g-panels">
      <div className="g-panel g-marks">
        <Logo brand="Muster" />
        <Logo brand="Muster" assets="" />
        <img src="/favicon.svg" alt="Icon at 32 pixels" width="32" height="32" />
        <img src="/favicon.svg" alt="Icon at 16 pixels" width="16" height="16" />
        <span className="g-mark-large">
          <Mark />
        </span>
      </div>
      <div className="g-panel g-type">
        <p className="g-28">28 Thursday on the board</p>
        <p className="g-20">20 Harbour City Plumbing</p>
        <p className="g-16">16 Blocked drain, second visit this month</p>
        <p>14 Ring the bell twice; the dog is friendly</p>
        <p className="g-12">12 Updated a minute ago</p>
        <p>
          <data value="1">10:45 · $1,284.00 · 111 min</data>
          <br />
          <data value="2">08:30 · $9,960.50 · 208 min</data>
        </p>
      </div>
    </div>
  );
}

const pairs = [
  ['surface', 'text', 'Page'],
  ['surface-raised', 'text', 'Raised'],
  ['surface-floating', 'text-muted', 'Floating, muted'],
  ['surface-sunken', 'text-muted', 'Sunken, muted'],
  ['primary', 'primary-text', 'Primary'],
  ['primary-soft', 'primary', 'Primary, soft'],
  ['attention-soft', 'attention', 'Attention'],
  ['danger', 'danger-text', 'Danger'],
  ['danger-soft', 'danger', 'Danger, soft'],
  ['ok-soft', 'ok', 'OK'],
  ['info-soft', 'info', 'Information'],
] as const;

const states = [
  ['planned', 'Planned'],
  ['dispatched', 'Dispatched'],
  ['en-route', 'En route'],
  ['on-site', 'On site'],
  ['completed', 'Completed'],
  ['needs-return', 'Needs return'],
  ['could-not-complete', 'Could not complete'],
  ['cancelled', 'Cancelled'],
] as const;

function Colours() {
  return (
    <>
      <ul className="g-swatches">
        {pairs.map(([back, front, name]) => (
          <li key={name} style={{ background: `var(--${back})`, color: `var(--${front})` }}>
            {name}
          </li>
        ))}
      </ul>
      <h3>States of a visit</h3>
      <ul className="g-states">
        {states.map(([code, name]) => (
          <li
            key={code}
            data-state={code}
            style={{ background: `var(--state-${code}-soft)`, borderColor: `var(--state-${code})` }}
          >
            <strong style={{ color: `var(--state-${code})` }}>{name}</strong>
            <span>Smith · Marrickville</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const OVERLAY_MS = 4000;
const text = 'Setting up your new profile. This may take a while, please wait...';

function Actions() {
  const [covered, setCovered] = useState(false);
  useEffect(() => {
    if (!covered) return undefined;
    const timer = setTimeout(() => setCovered(false), OVERLAY_MS);
    return () => clearTimeout(timer);
  }, [covered]);
  return (
    <>
      <div className="g-row">
        <Button>Save changes</Button>
        <Button variant="secondary">Add customer</Button>
        <Button variant="quiet">Cancel</Button>
        <ButtonLink href="#pictures" variant="secondary">
          A link
        </ButtonLink>
      </div>
      <div className="g-row">
        <Button disabled>Disabled</Button>
        <Button busy>Saving…</Button>
      </div>
      <div className="g-narrow">
        <Button wide onClick={() => setCovered(true)}>
          Cover the screen for four seconds
        </Button>
      </div>
      <Overlay open={covered} text={text} />
    </>
  );
}

const industries = [
  { value: '1', label: 'Plumbing' },
  { value: '2', label: 'Electrical' },
  { value: '3', label: 'Air-conditioning and refrigeration' },
];

function Fields() {
  const [password, setPassword] = useState('');
  const [industry, setIndustry] = useState('');
  const passwordState = password === '' ? 'unknown' : password.length < 8 ? 'invalid' : 'valid';
  return (
    <div className="g-columns">
      <Field label="First name" hint="Nothing is said until something is entered." placeholder="Kylie" />
      <Field label="Last name" state="valid" defaultValue="Nguyen" />
      <Field
        label="Email"
        state="invalid"
        defaultValue="kylie@harbour"
        error="Enter a whole address, such as name@example.com."
      />
      <Field
        label="Phone"
        state="valid"
        defaultValue="0412 345 678"
        inputMode="tel"
        hint="Australian number."
      />
      <PasswordField
        label="Password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        state={passwordState}
        hint="At least 8 characters."
        error="Use at least 8 characters."
      />
      <Field label="Account" defaultValue="Harbour City Plumbing" disabled hint="Cannot be changed here." />
      <Select
        label="Industry"
        placeholder="Select Industry"
        options={industries}
        value={industry}
        onChange={(event) => setIndustry(event.target.value)}
        state={industry === '' ? 'unknown' : 'valid'}
      />
      <Select
        label="Number of employees"
        placeholder="Select Number of Employees"
        options={[{ value: '1-10', label: '1-10' }]}
        state="invalid"
        error="Choose how many people work for you."
      />
      <Field label="Technicians" type="number" defaultValue="12" state="valid" />
      <TextAreaField label="Notes" optional placeholder="Anything we should know" />
    </div>
  );
}

function Messages() {
  return (
    <div className="g-panels">
      <div className="g-panel">
        <PageSkeleton heading />
      </div>
      <div className="g-panel">
        <NotFoundMessage home="#messages" />
      </div>
      <div className="g-panel">
        <CrashMessage home="#messages" reference="7f3a-19c2" onRetry={() => location.reload()} />
      </div>
    </div>
  );
}

const levels: ToastLevel[] = ['success', 'error', 'warning', 'info'];
const positions: [ToastPosition, string][] = [
  ['tl', 'Top left'],
  ['tc', 'Top centre'],
  ['tr', 'Top right'],
  ['bl', 'Bottom left'],
  ['bc', 'Bottom centre'],
  ['br', 'Bottom right'],
];
const examples: Record<ToastLevel, string> = {
  success: 'Visit moved to Dave, 10:30 to 12:00.',
  error: 'The visit was not saved: the server cannot be reached. Try again in a moment.',
  warning: 'Priya finishes 25 minutes after the end of her day.',
  info: 'Sam is on leave on Thursday and Friday.',
};

function Notifications() {
  const [position, setPosition] = useState('');
  const [seconds, setSeconds] = useState('');
  const [undone, setUndone] = useState(0);
  const last = useRef<number>(undefined);
  const chosen = {
    position: positions.find(([code]) => code === position)?.[0],
    seconds: seconds === '' ? undefined : Number(seconds),
  };
  function raise(level: ToastLevel, action?: { label: string; run: () => void }) {
    last.current = notify({ level, text: examples[level], ...chosen, action });
  }
  return (
    <>
      <div className="g-form">
        <Select
          label="Position"
          placeholder="Default"
          value={position}
          onChange={(event) => setPosition(event.target.value)}
          options={positions.map(([value, label]) => ({ value, label }))}
        />
        <Field
          label="Seconds"
          type="number"
          min="0"
          step="any"
          value={seconds}
          onChange={(event) => setSeconds(event.target.value)}
          hint="Blank: the default. 0: stays until dismissed."
        />
      </div>
      <div className="g-row">
        {levels.map((level) => (
          <Button key={level} variant="secondary" onClick={() => raise(level)}>
            Raise {level}
          </Button>
        ))}
        <Button
          variant="secondary"
          onClick={() => raise('success', { label: 'Undo', run: () => setUndone((n) => n + 1) })}
        >
          Raise with Undo
        </Button>
        <Button variant="quiet" onClick={() => last.current !== undefined && dismiss(last.current)}>
          Dismiss the last
        </Button>
      </div>
      <p className="g-note">
        Undone <data value={undone}>{undone}</data> times.
      </p>
    </>
  );
}

const themes = ['auto', 'light', 'dark'] as const;
const names = { auto: 'System', light: 'Light', dark: 'Dark' };

function ThemeSwitch() {
  const [theme, setTheme] = useState<(typeof themes)[number]>('auto');
  function choose(next: (typeof themes)[number]) {
    setTheme(next);
    if (next === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
  }
  return (
    <fieldset className="g-switch">
      <legend className="m-hidden">Theme</legend>
      {themes.map((name) => (
        <Button
          key={name}
          variant={theme === name ? 'secondary' : 'quiet'}
          aria-pressed={theme === name}
          onClick={() => choose(name)}
        >
          {names[name]}
        </Button>
      ))}
    </fieldset>
  );
}

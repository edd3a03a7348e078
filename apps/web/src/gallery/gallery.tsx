import { Logo } from '@muster/ui/logo';
import { Toasts } from '@muster/ui/toast';
import { Actions } from './actions.tsx';
import { Colours } from './colours.tsx';
import { Fields } from './fields.tsx';
import { Identity } from './identity.tsx';
import { Messages } from './messages.tsx';
import { Notifications } from './notifications.tsx';
import { Pictures } from './pictures.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
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

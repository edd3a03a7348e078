import { PicturePage } from '@muster/ui/picture-page';
import type { ReactNode } from 'react';
import type { PageSettings } from '../lib/page/page-settings.ts';
import { usePage } from '../lib/page/page.ts';
import { StatusLine, Support } from '../lib/page/support.tsx';
import './public-page.css';

interface PublicPageProps {
  settings: PageSettings;
  /** Undefined as long as it is not known which of its states the page is in. */
  title: string | undefined;
  /** Where it is not the title. */
  heading?: ReactNode;
  lead: ReactNode;
  children: ReactNode;
  /** File name of the illustration; the van, unless something else is meant. */
  picture?: string;
  /** Ways to the other pages, at the foot. */
  links?: ReactNode;
  /** For those who try the product out on their own machine; the style sheet hides it from all others. */
  note?: ReactNode;
}

/** The picture beside one thing to do. When the title changes, so does the page, and the focus moves to its heading. */
export function PublicPage({
  settings,
  title,
  heading,
  lead,
  children,
  picture = 'van-at-dawn.svg',
  links,
  note,
}: PublicPageProps) {
  usePage(title);
  return (
    <>
      <StatusLine settings={settings} />
      <PicturePage
        brand={settings.brand}
        assets={settings.assets}
        picture={picture}
        heading={heading ?? title}
        lead={lead}
      >
        {children}
        {links && <p className="public-page__links">{links}</p>}
        <Support settings={settings} />
        {note ?? (
          <p className="public-page__note public-page__for-inbox">
            Trying {settings.brand} out? Emails arrive in the <a href="/inbox">inbox</a> of this machine.
          </p>
        )}
      </PicturePage>
    </>
  );
}

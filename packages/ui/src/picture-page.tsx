import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import './picture-page.css';

interface PicturePageProps {
  brand: string;
  /** Address that the picture and the logo load from, without a slash at its end; empty: this origin. */
  assets: string;
  /** File name of the illustration. */
  picture: string;
  heading: ReactNode;
  /** One sentence under the heading. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A public page with one thing to do: the picture on the left, or a slim band above on a phone. */
export function PicturePage({ brand, assets, picture, heading, lead, children }: PicturePageProps) {
  return (
    <div className="m-picture-page">
      <div className="m-picture-page__picture">
        <img
          src={`${assets}/${picture}`}
          alt=""
          width="900"
          height="1200"
          fetchPriority="high"
          decoding="sync"
        />
      </div>
      <main className="m-picture-page__main">
        <div className="m-picture-page__content">
          <Logo brand={brand} assets={assets} />
          <h1>{heading}</h1>
          {lead && <p className="m-picture-page__lead">{lead}</p>}
          {children}
        </div>
      </main>
    </div>
  );
}

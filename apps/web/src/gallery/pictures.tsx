import { useState } from 'react';
import { Button } from '@muster/ui/button';
import { Field } from '@muster/ui/field';
import { PasswordField } from '@muster/ui/password-field';
import { PicturePage } from '@muster/ui/picture-page';

/** The layout of a public page is a whole page: `gallery.html?page=van` shows it alone. */
export function Pictures() {
  return (
    <div className="g-row">
      <a href="?page=van">Sign-in page with the van</a>
      <a href="?page=counter">Enquiry page with the counter</a>
    </div>
  );
}

const pages = {
  van: { picture: 'van-at-dawn.svg', heading: 'Welcome to Muster', lead: 'Sign in to plan the day.' },
  counter: { picture: 'workshop-counter.svg', heading: 'Enquiry', lead: 'Tell us about your business.' },
};

export function picturePage(name: string | null) {
  return name === 'van' || name === 'counter' ? pages[name] : undefined;
}

export function PictureExample({ picture, heading, lead }: (typeof pages)['van']) {
  const [email, setEmail] = useState('');
  return (
    <PicturePage brand="Muster" assets="" picture={picture} heading={heading} lead={lead}>
      <form onSubmit={(event) => event.preventDefault()}>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          state={email === '' ? 'unknown' : email.includes('@') ? 'valid' : 'invalid'}
          error="Enter a whole address, such as name@example.com."
        />
        <PasswordField label="Password" autoComplete="current-password" />
        <Button type="submit" wide>
          Sign in
        </Button>
      </form>
    </PicturePage>
  );
}

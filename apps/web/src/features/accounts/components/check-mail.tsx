import { useState } from 'react';
import { resendActivation } from '../api.ts';
import { SendLinkForm } from './send-link-form.tsx';
import './notice.css';

/** While the mail with the activation link is on its way: what to do when it does not come. */
export function CheckMail() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <SendLinkForm label="Send a new link" quiet send={resendActivation} onSent={setSentTo}>
      <noscript>
        <p>Having a new link sent needs JavaScript. Please turn it on and reload this page.</p>
      </noscript>
      <output>
        {sentTo === undefined ? (
          <span className="notice notice--plain">
            No mail, or an old link? Look into the spam folder, or have a new one sent.
          </span>
        ) : (
          <span className="notice">
            If {sentTo} is waiting to be activated, a mail is on its way. Only the link in the latest one
            works.
          </span>
        )}
      </output>
    </SendLinkForm>
  );
}

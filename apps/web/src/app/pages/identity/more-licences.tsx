import { Link } from '@tanstack/react-router';

/** The owner takes more licences at once; a dispatcher has to ask. */
export function MoreLicences({ isOwner }: { isOwner: boolean }) {
  return isOwner ? <Link to="/licences">Get more licences</Link> : null;
}

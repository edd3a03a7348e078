import { passwordStrength } from '../model/password-strength.ts';
import type { Strength } from '../model/password-strength.ts';
import './password-strength.css';

const words: Record<Strength, string> = {
  weak: 'Weak: try a few unrelated words.',
  fair: 'Fair: add one more word to make it strong.',
  strong: 'Strong.',
};

/** Says how hard a password is to guess, in words and as a bar; a hint that refuses nothing. */
export function PasswordStrength({ password }: { password: string }) {
  const strength = passwordStrength(password);
  return (
    <span className="password-strength" data-strength={strength}>
      <span className="password-strength__bar" aria-hidden="true" />
      {words[strength]}
    </span>
  );
}

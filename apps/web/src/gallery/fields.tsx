import { Field, TextAreaField } from '@muster/ui/field';
import { PasswordField } from '@muster/ui/password-field';
import { Select } from '@muster/ui/select';
import { useState } from 'react';

const industries = [
  { value: '1', label: 'Plumbing' },
  { value: '2', label: 'Electrical' },
  { value: '3', label: 'Air-conditioning and refrigeration' },
];

export function Fields() {
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

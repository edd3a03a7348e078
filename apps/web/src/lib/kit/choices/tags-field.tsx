import { TagsInput } from '@mantine/core';

interface TagsFieldProps {
  value: string[];
  most: number;
  onChange: (tags: string[]) => void;
}

/** Words by which people find their things again; Enter or a comma ends one. */
export function TagsField({ value, most, onChange }: TagsFieldProps) {
  return (
    <TagsInput
      label="Tags"
      placeholder={value.length === 0 ? 'strata, warranty …' : undefined}
      maxTags={most}
      maxLength={50}
      value={value}
      onChange={onChange}
    />
  );
}

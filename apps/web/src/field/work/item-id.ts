import type { OwnVisit } from '@muster/domain/my-visits/schema';

/** Where an item of the check list is on the page. */
export function itemId({ check_list }: Pick<OwnVisit, 'check_list'>, text: string): string {
  return `item-${check_list.findIndex((item) => item.text === text)}`;
}

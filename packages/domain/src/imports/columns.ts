export const importKinds = ['technicians', 'customers', 'jobs'] as const;

export type ImportKind = (typeof importKinds)[number];

/** What a column of somebody's table may be. */
export interface ImportColumn {
  readonly field: string;
  readonly title: string;
  /** What others call it, beside the title: small letters and digits. */
  readonly names: readonly string[];
  readonly isRequired?: true;
  /** How to fill it in, where that is not plain. */
  readonly hint?: string;
}

const yesOrNo = 'yes or no';

export const importColumns: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  technicians: [
    {
      field: 'name',
      title: 'Name',
      names: ['fullname', 'technician', 'technicianname', 'employee', 'employeename', 'staff', 'worker'],
      isRequired: true,
    },
    {
      field: 'phone',
      title: 'Phone',
      names: ['mobile', 'mobilephone', 'phonenumber', 'mobilenumber', 'tel', 'telephone'],
    },
    { field: 'email', title: 'Email', names: ['mail', 'emailaddress'] },
    {
      field: 'skills',
      title: 'Skills',
      names: ['skill', 'trades', 'trade', 'qualifications'],
      hint: 'names, separated by ;',
    },
    {
      field: 'suburb',
      title: 'Suburb',
      names: ['base', 'basesuburb', 'homesuburb', 'city', 'town', 'locality'],
    },
    { field: 'state', title: 'State', names: ['region', 'stateterritory', 'province'] },
    { field: 'postcode', title: 'Postcode', names: ['zip', 'zipcode', 'postalcode', 'pcode'] },
    { field: 'active', title: 'Active', names: ['isactive', 'enabled', 'schedulable'], hint: yesOrNo },
    { field: 'note', title: 'Note', names: ['notes', 'comment', 'comments', 'remarks'] },
  ],
  customers: [
    {
      field: 'name',
      title: 'Name',
      names: ['customer', 'customername', 'client', 'clientname', 'company', 'companyname', 'businessname'],
      isRequired: true,
    },
    { field: 'abn', title: 'ABN', names: ['australianbusinessnumber', 'abnnumber'] },
    { field: 'phone', title: 'Phone', names: ['mobile', 'mobilephone', 'phonenumber', 'tel', 'telephone'] },
    { field: 'email', title: 'Email', names: ['mail', 'emailaddress'] },
    { field: 'tags', title: 'Tags', names: ['tag', 'labels', 'categories'], hint: 'separated by ;' },
    { field: 'note', title: 'Note', names: ['notes', 'comment', 'comments', 'remarks'] },
    { field: 'site', title: 'Site', names: ['sitename', 'location', 'locationname', 'property'] },
    {
      field: 'address',
      title: 'Address',
      names: ['street', 'streetaddress', 'address1', 'addressline1', 'siteaddress'],
    },
    { field: 'suburb', title: 'Suburb', names: ['city', 'town', 'locality'] },
    { field: 'state', title: 'State', names: ['region', 'stateterritory', 'province'] },
    { field: 'postcode', title: 'Postcode', names: ['zip', 'zipcode', 'postalcode', 'pcode'] },
    { field: 'access', title: 'Access notes', names: ['access', 'siteaccess', 'accessinstructions'] },
    { field: 'hazards', title: 'Hazards', names: ['hazard', 'risks', 'dangers'] },
  ],
  jobs: [
    {
      field: 'customer',
      title: 'Customer',
      names: ['customername', 'client', 'clientname', 'company'],
      isRequired: true,
    },
    {
      field: 'site',
      title: 'Site',
      names: ['sitename', 'siteaddress', 'address', 'location'],
      hint: 'its name or address; may be empty where there is one',
    },
    { field: 'type', title: 'Job type', names: ['type', 'service', 'servicetype', 'worktype'] },
    {
      field: 'description',
      title: 'Description',
      names: ['details', 'work', 'summary', 'jobdescription', 'notes'],
    },
    { field: 'priority', title: 'Priority', names: ['urgency', 'prio'], hint: 'P1 to P4' },
    {
      field: 'due',
      title: 'Due',
      names: ['dueon', 'duedate', 'dueby', 'deadline'],
      hint: '31/12/2026 or 2026-12-31',
    },
    { field: 'duration', title: 'Duration', names: ['minutes', 'length', 'time'], hint: 'in minutes' },
    { field: 'tags', title: 'Tags', names: ['tag', 'labels'], hint: 'separated by ;' },
  ],
};

/** Which field each heading means; null where it means none. A field is taken once, by the first that fits. */
export function matchColumns(
  headings: readonly string[],
  columns: readonly ImportColumn[],
): (string | null)[] {
  const taken = new Set<string>();
  return headings.map((heading) => {
    const name = plain(heading);
    const found = columns.find(
      ({ field, title, names }) =>
        !taken.has(field) && (plain(title) === name || field === name || names.includes(name)),
    );
    if (!found) return null;
    taken.add(found.field);
    return found.field;
  });
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

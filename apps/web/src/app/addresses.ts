/** The addresses of the signed-in application, once: the router opens them, and the build tells the server which they are. */
export const addresses = {
  start: '/',
  jobs: '/jobs',
  job: '/jobs/$number',
  customers: '/customers',
  customer: '/customers/$id',
  technicians: '/technicians',
  technician: '/technicians/$id',
  team: '/team',
  licences: '/licences',
  history: '/history',
  import: '/import/$kind',
  settings: '/settings',
  security: '/settings/security',
  myDay: '/my-day',
  office: '/office',
  enquiry: '/office/enquiries/$id',
} as const;

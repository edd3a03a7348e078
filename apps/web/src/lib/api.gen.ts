type Ok<T> = { 200: { headers: object; content: { 'application/json': { code: number; message: string; data: T } } } };
type Params = { query?: never; header?: never; path?: never; cookie?: never };
export interface paths {
  '/services/authentication/api/session': { parameters: Params; get: { parameters: Params; requestBody?: never; responses: Ok<{ user: { id: string; email: string; first_name: string; last_name: string; role: 'owner' | 'dispatcher' | 'technician' | 'staff' }; account: { id: string; name: string } | null }> } };
  '/services/authentication/api/login': { parameters: Params; post: { parameters: Params; requestBody: { content: { 'application/json': { email: string; password: string } } }; responses: Ok<null> } };
  '/services/authentication/api/logout': { parameters: Params; post: { parameters: Params; requestBody?: never; responses: Ok<null> } };
  '/services/scheduling/api/v1/overview': { parameters: Params; get: { parameters: Params; requestBody?: never; responses: Ok<{ account: { name: string }; plan: { code: string; name: string }; licences: number }> } };
  '/services/inbox/api/mails': { parameters: Params; get: { parameters: Params; requestBody?: never; responses: Ok<{ id: string; to_address: string; subject: string; created_at: string }[]> } };
  '/services/inbox/api/mails/{id}': { parameters: Params; get: { parameters: { path: { id: string }; query?: never; header?: never; cookie?: never }; requestBody?: never; responses: Ok<{ id: string; to_address: string; subject: string; created_at: string; text: string; html: string }> } };
  '/services/subscription/api/v1/plans': { parameters: Params; get: { parameters: Params; requestBody?: never; responses: Ok<{ code: string; name: string; licences: number; price_cents: number }[]> } };
}

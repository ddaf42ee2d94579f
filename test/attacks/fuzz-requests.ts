import { paths } from '#web/navigation/paths.ts'
import { matrix } from '#test/architecture/matrix.ts'
import { getPath } from '#test/architecture/matrix-cells.ts'
import type { World } from '#test/architecture/matrix-world.ts'
import { roles, type Role } from '#test/architecture/matrix-roles.ts'

/** A request that the app expects. Mutations start from it. */
export type BaseRequest = {
  /** Method and path without the values in it. */
  route: string
  method: string
  path: string
  role: Role
  headers: Record<string, string>
  /** JSON, or the fields of a form. */
  fields?: Record<string, unknown>
  kind: 'json' | 'form' | 'none'
}

/** One request for each case of the matrix, by a role that gets far. */
export function getRouteRequests(world: World): BaseRequest[] {
  return Object.entries(matrix).flatMap(([route, cases]) =>
    cases.map((of): BaseRequest => {
      const [method = 'GET'] = route.split(' ')
      const role =
        roles.find((each) => typeof of.answers[each] === 'number') ??
        (of.answers.anonymous === undefined ? 'admin' : 'owner')
      const body: unknown = typeof of.body === 'function' ? of.body(world, role) : of.body
      const headers = typeof of.headers === 'function' ? of.headers(world) : (of.headers ?? {})
      const path = getPath(route, of, world)
      const fields = isFields(body) ? { fields: body } : {}
      const kind = isFields(body) ? 'json' : 'none'
      return { route, method, path, role, headers, kind, ...fields }
    }),
  )
}

const isFields = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' &&
  body !== null &&
  !(body instanceof FormData || body instanceof Uint8Array)

/** Every page, read and posted to with the fields of the forms that work without JavaScript. */
export function getPageRequests(world: World): BaseRequest[] {
  const forms = [...new Set([...Object.values(paths), '/nothing', '/assets/nothing.js'])]
  return forms.flatMap((pattern): BaseRequest[] => {
    const path = fillPath(world, pattern)
    const read = {
      route: `GET ${pattern}`,
      method: 'GET',
      path,
      headers: {},
      kind: 'none',
    } as const
    return [
      { ...read, role: 'anonymous' },
      { ...read, role: 'owner' },
      {
        ...read,
        route: `POST ${pattern}`,
        method: 'POST',
        role: 'anonymous',
        kind: 'form',
        fields: formFields,
      },
    ]
  })
}

function fillPath({ campaigns, donation, paid, mailLinks }: World, path: string): string {
  return path
    .replace(':slug', campaigns.owners.slug)
    .replace(':id', campaigns.owners.id)
    .replace(':accessCode', donation.accessCode)
    .replace(':token', mailLinks.unsubscribe.split('/').at(-1) ?? '')
    .replace(/\/verify$/, `/verify/${paid.code}`)
}

/** The fields of all form pages together: a form ignores those of the others. */
const formFields = {
  email: 'ada@example.com',
  password: 'mango rain 47',
  confirmPassword: 'mango rain 47',
  newPassword: 'mango rain 47',
  firstname: 'Ada',
  lastname: 'Obi',
  gender: 'Female',
  terms: 'on',
  code: '123456',
  oobCode: 'abc',
  amount: '5,000',
  name: 'Ada',
  message: 'Well done',
  anonymous: 'on',
  updates: 'on',
  idempotencyKey: 'aaaaaaaaaaaaaaaa',
  reason: 'fraud',
  details: 'The pictures are of another well.',
  language: 'pcm',
}

const transaction = {
  email: 'ada@example.com',
  amount: 500_000,
  reference: 'fuzz-1',
  callback_url: 'http://localhost/donations/abc',
  metadata: { cancel_action: 'http://localhost/' },
}

/** The payment sandbox: its API, the console and the checkout page of the access code. */
export function getSandboxRequests(world: World, code: string): BaseRequest[] {
  const { reference } = world.donation
  const headers = { authorization: `Bearer ${world.sandboxKey}` }
  const toRoute = (method: string, path: string) =>
    `${method} /sandbox${path.replace(code, ':code').replace(reference, ':reference')}`
  const read = (path: string): BaseRequest => ({
    route: toRoute('GET', `/api${path}`),
    method: 'GET',
    path: `/sandbox/api${path}`,
    role: 'anonymous',
    headers,
    kind: 'none',
  })
  const write = (path: string, fields: object, method = 'POST'): BaseRequest => ({
    ...read(path),
    route: toRoute(method, `/api${path}`),
    method,
    kind: 'json',
    fields: { ...fields },
  })
  const page = (path: string, fields?: Record<string, string>): BaseRequest => ({
    route: toRoute(fields ? 'POST' : 'GET', path),
    method: fields ? 'POST' : 'GET',
    path: `/sandbox${path}`,
    role: 'anonymous',
    headers: {},
    ...(fields ? { kind: 'form', fields } : { kind: 'none' }),
  })
  const account = { business_name: 'A well', bank_code: '058', account_number: '0123456789' }
  return [
    write('/transaction/initialize', transaction),
    read(`/transaction/verify/${reference}`),
    read('/transaction'),
    read('/transaction/totals'),
    write('/refund', { transaction: reference, amount: 100 }),
    read('/refund'),
    read('/refund/1'),
    read('/dispute'),
    read('/dispute/1'),
    write('/dispute/1/resolve', { resolution: 'declined', message: 'no', refund_amount: 1 }, 'PUT'),
    write('/dispute/1/evidence', { customer_email: 'ada@example.com', customer_name: 'Ada' }),
    read('/dispute/1/upload_url'),
    read('/settlement'),
    read('/settlement/1/transactions'),
    read('/balance'),
    read('/bank'),
    read('/bank/resolve?account_number=0123456789&bank_code=058'),
    write('/subaccount', { ...account, percentage_charge: 1 }),
    write('/subaccount/ACCT_none', account, 'PUT'),
    page(`/checkout/${code}`),
    page(`/checkout/${code}/waiting`),
    page(`/checkout/${code}/card`, { number: '5060666666666666666', expiry: '12/40', cvv: '123' }),
    page(`/checkout/${code}/pin`, { answer: '1234' }),
    page(`/checkout/${code}/otp`, { answer: '123456' }),
    page(`/checkout/${code}/bank`, { answer: 'decline' }),
    page('/console'),
    page('/console/disputes', { reference }),
    page('/assets/checkout.css'),
  ]
}

import { accessLogSchema } from '#shared/access-log.ts'
import { consoleTotalsSchema, searchResultSchema } from '#shared/console.ts'
import { differencesSchema } from '#shared/difference.ts'
import { exposureSchema } from '#shared/exposure.ts'
import { cancellationsSchema } from '#shared/payouts.ts'
import {
  emailsSchema,
  failedJobsSchema,
  openRefundsSchema,
  auditLogSchema,
  ledgerChecksSchema,
  webhookEventsSchema,
  quarantineSchema,
} from '#shared/admin.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, type Api } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { adminTabs, type AdminTab } from '../../features/admin/admin-tabs.ts'
import { requireAccount } from '../../pages/parts/session/account.loaders.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const search = new URL(request.url).searchParams
  const tab = adminTabs.find((each) => each === search.get('tab')) ?? 'overview'
  return {
    tab,
    query: `${search}`,
    person: search.get('person') ?? '',
    data: toOutcome(readTab(getApi(context), tab, search)),
  }
}

async function readRefunds(api: Api) {
  const [refunds, cancellations] = await Promise.all([
    api.get('/admin/refunds', openRefundsSchema),
    api.get('/admin/cancellations', cancellationsSchema),
  ])
  return { ...refunds, ...cancellations }
}

export async function readTab(api: Api, tab: AdminTab, search: URLSearchParams) {
  const query = toQuery(search, 'after')
  switch (tab) {
    case 'overview':
      return { tab, ...(await readOverview(api, search)) }
    case 'webhooks':
      return { tab, ...(await api.get(`/admin/webhooks${query}`, webhookEventsSchema)) }
    case 'ledger-checks':
      return { tab, ...(await api.get('/admin/ledger-checks', ledgerChecksSchema)) }
    case 'differences':
      return { tab, ...(await api.get('/admin/differences', differencesSchema)) }
    case 'exposure':
      return { tab, exposure: await api.get('/admin/exposure', exposureSchema) }
    case 'quarantine':
      return { tab, ...(await api.get('/admin/quarantine', quarantineSchema)) }
    case 'refunds':
      return { tab, ...(await readRefunds(api)) }
    case 'emails':
      return { tab, emails: await api.get('/admin/emails', emailsSchema) }
    case 'jobs':
      return { tab, ...(await api.get('/admin/jobs', failedJobsSchema)) }
    case 'audit-log':
      return { tab, ...(await api.get(`/admin/audit-log${query}`, auditLogSchema)) }
    case 'access-log': {
      const page = toQuery(search, 'after', 'person')
      return { tab, ...(await api.get(`/admin/access-log${page}`, accessLogSchema)) }
    }
  }
}

export async function readOverview(api: Api, search: URLSearchParams) {
  const q = search.get('q') ?? ''
  const [totals, found] = await Promise.all([
    api.get('/admin/totals', consoleTotalsSchema),
    q === '' ? null : api.get(`/admin/search?${new URLSearchParams({ q })}`, searchResultSchema),
  ])
  return { totals, found, q }
}

function toQuery(search: URLSearchParams, ...names: string[]): string {
  const given = names.flatMap((name) => search.getAll(name).map((value) => [name, value]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

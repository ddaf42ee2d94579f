import type { ReactNode } from 'react'

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
import { useLoaderData, useNavigate, useRevalidator } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, type Api } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { requireAccount } from '../../features/account/session/session.ts'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { NotFound } from '../../features/dashboard/not-found.tsx'
import { Pager } from '../../features/dashboard/pager.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { RowSkeletons } from '../../features/dashboard/skeletons.tsx'
import { AccessLogList } from '../../features/admin/access-log-list.tsx'
import { AuditLogTable } from '../../features/admin/audit-log-table.tsx'
import { WebhookTable } from '../../features/admin/webhook-table.tsx'
import { QuarantineList } from '../../features/admin/quarantine-list.tsx'
import { DifferenceList } from '../../features/admin/difference-list.tsx'
import { ExposurePanel } from '../../features/admin/exposure-panel.tsx'
import { EmailList } from '../../features/admin/email-list.tsx'
import { FailedJobTable } from '../../features/admin/failed-job-table.tsx'
import { LedgerCheckList } from '../../features/admin/ledger-check-list.tsx'
import { RefundList } from '../../features/admin/refund-list.tsx'
import { ConsoleSearch, SearchResults } from '../../features/console/console-search.tsx'
import { PeriodTotals } from '../../features/console/period-totals.tsx'
import { consoleText } from '../../text/console.ts'
import { adminText } from '../../text/admin.ts'
import { Tabs } from '../../ui/tabs.tsx'

const tabs = [
  'overview',
  'webhooks',
  'ledger-checks',
  'differences',
  'exposure',
  'quarantine',
  'refunds',
  'emails',
  'jobs',
  'audit-log',
  'access-log',
] as const
type Tab = (typeof tabs)[number]

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const search = new URL(request.url).searchParams
  const tab = tabs.find((each) => each === search.get('tab')) ?? 'overview'
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

async function readTab(api: Api, tab: Tab, search: URLSearchParams) {
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

async function readOverview(api: Api, search: URLSearchParams) {
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

type TabData = Awaited<ReturnType<typeof readTab>>

/** The admin pages. For all other people the API responds with 404. */
export function Component() {
  const text = adminText
  const { tab, query, person, data } = useLoaderData<typeof loader>()
  const header = <ScreenHeader title={text.title} subtitle={text.subtitle} />
  return (
    <Loaded
      key={query}
      data={data}
      failed={text.failed}
      missing={<NotFound />}
      header={header}
      skeleton={<RowSkeletons label={text.loading} />}
    >
      {(loaded) => (
        <>
          {header}
          <AdminTabs tab={tab} content={<TabContent data={loaded} person={person} />} />
        </>
      )}
    </Loaded>
  )
}

function AdminTabs({ tab, content }: { tab: Tab; content: ReactNode }) {
  const text = adminText
  const navigate = useNavigate()
  return (
    <Tabs
      label={text.sections}
      selected={tabs.indexOf(tab)}
      onSelect={(index) => void navigate({ search: `?tab=${tabs[index]}` })}
      tabs={tabs.map((name) => ({ name: text.tabs[name], content: name === tab && content }))}
    />
  )
}

function TabContent({ data, person }: { data: TabData; person: string }) {
  const { revalidate } = useRevalidator()
  const onDone = () => void revalidate()
  switch (data.tab) {
    case 'overview':
      return <Overview {...data} />
    case 'webhooks':
      return (
        <>
          <WebhookTable webhooks={data.webhooks} onDone={onDone} />
          <Pager next={data.next} />
        </>
      )
    case 'ledger-checks':
      return <LedgerCheckList ledgerChecks={data.ledgerChecks} onDone={onDone} />
    case 'differences':
      return <DifferenceList {...data} onDone={onDone} />
    case 'exposure':
      return <ExposurePanel exposure={data.exposure} onDone={onDone} />
    case 'quarantine':
      return <QuarantineList quarantine={data.quarantine} onDone={onDone} />
    case 'refunds':
      return <RefundList {...data} onDone={onDone} />
    case 'emails':
      return <EmailList emails={data.emails} onDone={onDone} />
    case 'jobs':
      return <FailedJobTable jobs={data.jobs} onDone={onDone} />
    case 'audit-log':
      return (
        <>
          <AuditLogTable entries={data.entries} />
          <Pager next={data.next} />
        </>
      )
    case 'access-log':
      return (
        <>
          <AccessLogList entries={data.entries} person={person} />
          <Pager next={data.next} />
        </>
      )
  }
}

function Overview({ q, found, totals }: Awaited<ReturnType<typeof readOverview>>) {
  return (
    <div className="space-y-6">
      <ConsoleSearch q={q} />
      {found ? (
        <SearchResults result={found} />
      ) : (
        <div className="grid gap-4 lg:grid-cols-2">
          <PeriodTotals title={consoleText.totals.today} totals={totals.today} />
          <PeriodTotals title={consoleText.totals.month} totals={totals.month} />
        </div>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'

import { useLoaderData, useNavigate, useRevalidator } from '#web/router/hooks.ts'

import { Loaded } from '../../pages/parts/dashboard/loaded.tsx'
import { Missing } from '../../pages/parts/dashboard/missing.tsx'
import { Pager } from '../../pages/parts/dashboard/pager.tsx'
import { ScreenHeader } from '../../pages/parts/dashboard/screen-header.tsx'
import { RowSkeletons } from '../../pages/parts/dashboard/skeletons.tsx'
import { AccessLogList } from '../../features/admin/access-log-list.tsx'
import { adminTabs, type AdminTab } from '../../features/admin/admin-tabs.ts'
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
import type { loader, readOverview, readTab } from './admin.data.ts'

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
      missing={<Missing />}
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

function AdminTabs({ tab, content }: { tab: AdminTab; content: ReactNode }) {
  const text = adminText
  const navigate = useNavigate()
  return (
    <Tabs
      label={text.sections}
      selected={adminTabs.indexOf(tab)}
      onSelect={(index) => void navigate({ search: `?tab=${adminTabs[index]}` })}
      tabs={adminTabs.map((name) => ({ name: text.tabs[name], content: name === tab && content }))}
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

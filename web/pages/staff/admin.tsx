import type { ReactNode } from 'react'

import {
  adminTabs,
  type AdminTab,
  type AuditLog,
  type AuditLogEntry,
  type FailedJob,
} from '#shared/admin.ts'
import type { StaffListPage } from '#shared/staff-list.ts'
import { useLoaderData, useNavigate, useRevalidator } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { browserApi, getApi, type Api, toOutcome } from '../../api/client.ts'
import { formatDay, formatShortMoment } from '../../format/day.ts'
import { adminMoneyText } from '../../text/admin-money.ts'
import { adminNamesText } from '../../text/admin-names.ts'
import { adminText } from '../../text/admin.ts'
import { auditLogText } from '../../text/audit-log.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { Pager, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { requireAccount } from '../parts/session/account.loaders.ts'
import {
  BooksPanel,
  DifferenceList,
  ExposurePanel,
  ItemLink,
  LedgerCheckList,
  QuarantineList,
  RefundList,
} from './admin/money.tsx'
import { nameDifference } from './admin/describe-difference.ts'
import { AccessLogList, EmailList, WebhookTable } from './admin/operation.tsx'
import { Overview } from './admin/overview.tsx'
import { type Column, NameAndAddress, ShortMoment } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StaffList, toListQuery } from './parts/staff-list.tsx'

type Tab<Data> = {
  read: (api: Api, search: URLSearchParams) => Promise<Data>
  view: (data: Data, onDone: () => void) => ReactNode
}

const tab = <Data,>(read: Tab<Data>['read'], view: Tab<Data>['view']): Tab<Data> => ({ read, view })

/** What each tab reads and shows. */
const tabs = {
  overview: tab(
    async (api, search) => {
      const q = search.get('q') ?? ''
      const [work, totals, found] = await Promise.all([
        api.get('/work'),
        api.get('/admin/totals'),
        q === '' ? null : api.get('/admin/search', { q }),
      ])
      return { work, totals, found, q }
    },
    (data) => <Overview {...data} />,
  ),
  webhooks: tab(
    (api, search) => api.get('/admin/webhooks', { after: search.get('after') }),
    ({ webhooks, next }, onDone) => (
      <>
        <WebhookTable webhooks={webhooks} onDone={onDone} />
        <Pager next={next} />
      </>
    ),
  ),
  'ledger-checks': tab(
    (api) => api.get('/admin/ledger-checks'),
    ({ ledgerChecks }, onDone) => <LedgerCheckList ledgerChecks={ledgerChecks} onDone={onDone} />,
  ),
  differences: tab(
    (api, search) => api.get('/admin/differences', toListQuery(search)),
    (page, onDone) => <DifferenceList page={page} onDone={onDone} />,
  ),
  exposure: tab(
    (api) => api.get('/admin/exposure'),
    (exposure, onDone) => <ExposurePanel exposure={exposure} onDone={onDone} />,
  ),
  books: tab(
    (api, search) =>
      api.get('/admin/books', {
        from: search.get('from'),
        to: search.get('to'),
        after: search.get('after'),
      }),
    (books, onDone) => <BooksPanel books={books} onDone={onDone} />,
  ),
  quarantine: tab(
    (api, search) => api.get('/admin/quarantine', toListQuery(search)),
    (page, onDone) => <QuarantineList page={page} onDone={onDone} />,
  ),
  refunds: tab(
    async (api, search) => {
      const [refunds, cancellations] = await Promise.all([
        api.get('/admin/refunds', toListQuery(search)),
        api.get('/admin/cancellations'),
      ])
      return { page: refunds, ...cancellations }
    },
    (data, onDone) => <RefundList {...data} onDone={onDone} />,
  ),
  emails: tab(
    (api, search) => api.get('/admin/emails', toListQuery(search)),
    (emails, onDone) => <EmailList emails={emails} onDone={onDone} />,
  ),
  jobs: tab(
    (api, search) => api.get('/admin/jobs', toListQuery(search)),
    (page, onDone) => <FailedJobTable page={page} onDone={onDone} />,
  ),
  'audit-log': tab(
    (api, search) => api.get('/admin/audit-log', toListQuery(search)),
    (page, onDone) => <AuditLogTable page={page} onDone={onDone} />,
  ),
  'access-log': tab(
    async (api, search) => {
      const person = search.get('person')
      const page = await api.get('/admin/access-log', { after: search.get('after'), person })
      return { ...page, person: person ?? '' }
    },
    ({ entries, next, person }) => (
      <>
        <AccessLogList entries={entries} person={person} />
        <Pager next={next} />
      </>
    ),
  ),
}
type Data = { [Name in AdminTab]: Awaited<ReturnType<(typeof tabs)[Name]['read']>> }
const tabByName: { [Name in AdminTab]: Tab<Data[Name]> } = tabs

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const search = new URL(request.url).searchParams
  const name = adminTabs.find((each) => each === search.get('tab')) ?? 'overview'
  return { name, query: `${search}`, data: toOutcome(readTab(name, getApi(context), search)) }
}

function readTab<Name extends AdminTab>(
  name: Name,
  api: Api,
  search: URLSearchParams,
): Promise<Data[Name]> {
  return tabByName[name].read(api, search)
}

/** The admin pages. For all other people the API responds with 404. */
export function Component() {
  const text = adminText
  const { name, query, data } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const header = (
    <ScreenHeader
      title={text.title}
      subtitle={name === 'overview' ? text.subtitle : text.tabs[name]}
    />
  )
  return (
    <Loaded key={query} data={data} text={text} header={header}>
      {(loaded) => (
        <>
          {header}
          <Tabs
            label={text.sections}
            selected={adminTabs.indexOf(name)}
            onSelect={(index) => void navigate({ search: `?tab=${adminTabs[index]}` })}
            tabs={adminTabs.map((each) => ({
              name: text.tabs[each],
              content: each === name && <Content name={name} data={loaded} />,
            }))}
          />
        </>
      )}
    </Loaded>
  )
}

function Content<Name extends AdminTab>({ name, data }: { name: Name; data: Data[Name] }) {
  const { revalidate } = useRevalidator()
  return tabByName[name].view(data, () => void revalidate())
}

type AuditProps = { page: AuditLog; onDone: () => void }

/** What reviewers and admins did, with their reasons. */
function AuditLogTable({ page, onDone }: AuditProps) {
  const text = auditLogText
  const columns: Column<AuditLogEntry>[] = [
    { header: text.when, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    { header: text.by, place: 'line', cell: ({ by }) => <NameAndAddress name="" address={by} /> },
    { header: text.action, place: 'title', cell: ({ action }) => getActionName(action) },
    { header: text.item, cell: (entry) => <Item entry={entry} /> },
    { header: text.reason, cell: ({ reason }) => reason },
  ]
  return (
    <StaffList
      page={page}
      rowsOf={({ entries }) => entries}
      caption={text.caption}
      columns={columns}
      rowName={({ action }) => getActionName(action)}
      empty={<EmptyState title={text.none} />}
      kindOf={({ action }) => action}
      kindName={getActionName}
      isLog
      read={(query) => browserApi.get('/admin/audit-log', query)}
      onDone={onDone}
    />
  )
}

/** A page or a name of an item says more than its id. */
function Item({ entry: { about, subject } }: { entry: AuditLogEntry }) {
  if (about === 'campaign' || about === 'donation') return <ItemLink about={about} id={subject} />
  return [auditLogText.items[about], nameItem(about, subject)].filter(Boolean).join(' ')
}

/** What a person can look up. */
function nameItem(about: AuditLogEntry['about'], subject: string): string {
  const [first = '', ...rest] = subject.split(' ')
  if (about === 'payment') return first
  if (about === 'archive') return subject
  if (about === 'job') return getJobName(first)
  if (about === 'period') return formatDay(subject)
  if (about !== 'difference') return ''
  const kinds: Record<string, string> = adminMoneyText.differences.kinds
  return `${kinds[first] ?? ''} ${nameDifference({ kind: first, key: rest.join(' ') })}`
}

function getActionName(action: string): string {
  const names: Record<string, string> = auditLogText.names
  return names[action] ?? auditLogText.otherAction
}

type JobProps = { page: StaffListPage & { jobs: FailedJob[] }; onDone: () => void }

/** Jobs whose last attempt failed. A retry needs a reason. */
function FailedJobTable({ page, onDone }: JobProps) {
  const { jobs: text } = adminText
  const columns: Column<FailedJob>[] = [
    {
      header: text.task,
      place: 'title',
      cell: ({ task, attempts }) => (
        <>
          <strong className="block">{getJobName(task)}</strong>
          <span className="text-sm text-muted">{text.attempts({ count: attempts })}</span>
        </>
      ),
    },
    { header: text.error, place: 'line', cell: ({ error }) => error },
    { header: text.failed, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    {
      header: text.next,
      cell: ({ nextAttemptAt }) =>
        nextAttemptAt === null ? text.noNext : <ShortMoment iso={nextAttemptAt} />,
    },
  ]
  return (
    <StaffList
      isWide
      isRanked
      page={page}
      rowsOf={({ jobs }) => jobs}
      caption={text.caption}
      columns={columns}
      rowName={({ task, at }) => `${getJobName(task)}, ${formatShortMoment(at)}`}
      empty={<EmptyState title={text.none} />}
      kindOf={({ task }) => task}
      kindName={getJobName}
      read={(query) => browserApi.get('/admin/jobs', query)}
      action={{
        header: text.retry,
        button: text.retry,
        name: ({ task }) => text.retryJob({ task: getJobName(task) }),
        reasonTitle: ({ task }) => text.retryJob({ task: getJobName(task) }),
        path: '/admin/jobs/:id/retry',
        done: text.retried,
      }}
      bulk={[{ path: '/admin/jobs/retry', label: text.retryChosen, isOffered: () => true }]}
      onDone={onDone}
    />
  )
}

function getJobName(task: string): string {
  const names: Record<string, string> = adminNamesText.jobs
  return names[task] ?? adminNamesText.otherJob
}

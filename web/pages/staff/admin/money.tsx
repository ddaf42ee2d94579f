import { useState } from 'react'

import type {
  LedgerCheck,
  OpenRefund,
  Quarantine,
  QuarantinedPayment,
  Resolution,
} from '#shared/admin.ts'
import type { AccountBalance, Books, Posting } from '#shared/books.ts'
import { brand } from '#shared/brand.ts'
import { lagosDay } from '#shared/day.ts'
import type { FailingItem, LedgerDifference } from '#shared/difference.ts'
import type { CampaignExposureItem, Exposure, PayoutHold, WaitingAct } from '#shared/exposure.ts'
import { formatNaira, kobo, type Kobo } from '#shared/money.ts'
import type { Cancellation } from '#shared/payouts.ts'
import type { StaffListPage } from '#shared/staff-list.ts'
import { Form } from '#web/router/form.tsx'
import { Link } from '#web/router/navigate.tsx'

import { browserApi } from '../../../api/client.ts'
import { formatDay, formatMoment } from '../../../format/day.ts'
import { useApiForm } from '../../../forms/api-form.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import {
  adminCampaignPath,
  adminDonationPath,
  paths,
  payoutsPath,
} from '../../../navigation/paths.ts'
import { adminMoneyText } from '../../../text/admin-money.ts'
import { adminText } from '../../../text/admin.ts'
import { auditLogText } from '../../../text/audit-log.ts'
import { formatCount } from '../../../text/language.ts'
import { ledgerFindingsText } from '../../../text/ledger-findings.ts'
import { ledgerText } from '../../../text/ledger.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge, Card } from '../../../ui/card.tsx'
import { type Column, DataTable, DateInTable, ShortMoment } from '../../../ui/data-table.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { Field, TextAreaField } from '../../../ui/fields.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Pager } from '../../parts/dashboard/screen-header.tsx'
import type { Action } from '../parts/action-table.tsx'
import {
  describeFound,
  describePayment,
  describeSide,
  nameDifference,
  nameFailing,
  nameFinding,
  nameScope,
} from './describe-difference.ts'
import { StaffList } from '../parts/staff-list.tsx'
import { StaffReasonDialog } from '../parts/staff-reason-dialog.tsx'
import { type StaffAddress, toDone, useStaffAction } from '../parts/use-staff-action.ts'
import { Section } from '../../../ui/section.tsx'

type BooksProps = { books: Books; onDone: () => void }

export function BooksPanel({ books, onDone }: BooksProps) {
  const { books: text } = adminMoneyText
  const { period, accounts, postings, next } = books
  const query = new URLSearchParams(period)
  const files = ['trial-balance', 'journal', 'receipts', 'audit-log'] as const
  return (
    <div className="space-y-8">
      <Form key={`${query}`} className="card flex flex-wrap items-end gap-4 p-4">
        <input type="hidden" name="tab" value="books" />
        <Field label={text.from} name="from" type="date" required defaultValue={period.from} />
        <Field label={text.to} name="to" type="date" required defaultValue={period.to} />
        <Button type="submit" variant="quiet">
          {text.show}
        </Button>
      </Form>
      <Lock books={books} onDone={onDone} />
      <Section id="balance" title={text.balance} className="space-y-4">
        <TrialBalance accounts={accounts} />
        <ul className="flex flex-wrap gap-x-6">
          {files.map((name) => (
            <li key={name}>
              <DownloadLink href={`/api/admin/books/${name}.csv?${query}`}>
                {text.files[name]}
              </DownloadLink>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="journal" title={text.journal} className="space-y-4">
        {postings.length === 0 ? <EmptyState title={text.none} /> : <Journal postings={postings} />}
        <Pager next={next} />
      </Section>
    </div>
  )
}

function Lock({ books: { period, lockedUntil }, onDone }: BooksProps) {
  const { books: text } = adminMoneyText
  const [isOpen, setIsOpen] = useState(false)
  const until = period.to
  const title = text.lock({ day: formatDay(until) })
  const canLock = until < lagosDay() && (lockedUntil === null || until > lockedUntil)
  return (
    <Card className="space-y-4 p-5 sm:p-6">
      <p>{lockedUntil === null ? text.open : text.locked({ day: formatDay(lockedUntil) })}</p>
      {canLock && (
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          {title}
        </Button>
      )}
      <StaffReasonDialog
        open={isOpen}
        title={title}
        text={text.lockHint}
        label={adminText.reason}
        hint={adminText.reasonHint}
        confirmLabel={title}
        schema="adminReasonSchema"
        onSend={async (reason) => {
          await browserApi.post('/admin/books/lock', { until, reason })
          toast(text.lockDone)
          setIsOpen(false)
          onDone()
        }}
        onClose={() => setIsOpen(false)}
      />
    </Card>
  )
}

const sides = ['opening', 'debit', 'credit', 'closing'] as const

function TrialBalance({ accounts }: Pick<Books, 'accounts'>) {
  const { books: text } = adminMoneyText
  const sum = (side: (typeof sides)[number]) =>
    kobo(accounts.reduce((total: number, account) => total + account[side], 0))
  const [opening, debit] = [sum('opening'), sum('debit')]
  const [credit, closing] = [sum('credit'), sum('closing')]
  const total: AccountBalance = { account: 'total', opening, debit, credit, closing }
  const columns: Column<AccountBalance>[] = [
    { header: text.account, cell: ({ account }) => toAccountName(account) },
    ...sides.map((side) => ({
      header: text[side],
      numeric: true,
      place: side === 'closing' ? ('sum' as const) : ('detail' as const),
      cell: (account: AccountBalance) => formatNaira(account[side]),
    })),
  ]
  return (
    <DataTable
      caption={text.balance}
      columns={columns}
      rows={[...accounts, total]}
      rowKey={({ account }) => account}
    />
  )
}

function Journal({ postings }: { postings: Posting[] }) {
  const { books: text } = adminMoneyText
  const columns: Column<Posting>[] = [
    {
      header: text.postedOn,
      place: 'note',
      cell: ({ postedOn }) => <DateInTable dateTime={postedOn} text={formatDay(postedOn)} />,
    },
    { header: text.account, place: 'title', cell: ({ account }) => toAccountName(account) },
    {
      header: text.debit,
      numeric: true,
      place: ({ amount }) => (amount > 0 ? 'sum' : 'detail'),
      cell: ({ amount }) => amount > 0 && formatNaira(amount),
    },
    {
      header: text.credit,
      numeric: true,
      place: ({ amount }) => (amount < 0 ? 'sum' : 'detail'),
      cell: ({ amount }) => amount < 0 && formatNaira(kobo(0 - amount)),
    },
    { header: text.document, place: 'line', cell: toDocumentName },
    { header: text.movedOn, cell: ({ movedOn }) => formatDay(movedOn) },
    {
      header: text.campaign,
      cell: ({ campaignId }) =>
        campaignId === 'platform' ? (
          brand
        ) : (
          <Link to={adminCampaignPath(campaignId)} className="link">
            {text.campaign}
          </Link>
        ),
    },
    { header: text.memo, cell: ({ memo }) => memo ?? '' },
  ]
  return (
    <DataTable
      isWide
      caption={text.journal}
      columns={columns}
      rows={postings}
      rowKey={({ document, campaignId, account }) => `${campaignId} ${document} ${account}`}
    />
  )
}

/** With the number at the provider. Entries without one are named by an id that nobody asks for. */
function toDocumentName({ kind, document }: Posting): string {
  const number = /^\w+:\w+:(\d+)/.exec(document)?.[1] ?? ''
  return `${ledgerText.kinds[kind]} ${number}`.trim()
}

function toAccountName(account: string): string {
  const { books: text } = adminMoneyText
  const names: Record<string, string> = text.accounts
  return names[account] ?? text.total
}

type ChecksProps = { ledgerChecks: LedgerCheck[]; onDone: () => void }

/** The runs of the invariants and of the reconciliation with the provider, with their mismatches. */
export function LedgerCheckList({ ledgerChecks, onDone }: ChecksProps) {
  const { ledgerChecks: text } = adminText
  const { act, pending } = useStaffAction(onDone)
  return (
    <div className="space-y-6">
      <Button
        busy={pending !== undefined}
        onClick={() => void act('/admin/ledger-checks', null, text.started)}
      >
        {text.run}
      </Button>
      {ledgerChecks.length === 0 && <EmptyState title={text.none} />}
      <ul className="grid gap-4">
        {ledgerChecks.map((check) => (
          <li key={check.id}>
            <CheckCard check={check} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function CheckCard({ check: { kind, at, checks, tookMs, findings } }: { check: LedgerCheck }) {
  const { ledgerChecks: text } = adminText
  return (
    <Card className="space-y-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-bold">{text.kinds[kind]}</h2>
        <Badge tone={findings.length > 0 ? 'danger' : 'success'}>
          {findings.length > 0 ? text.found({ count: findings.length }) : text.passed}
        </Badge>
      </div>
      <p className="text-sm text-muted">
        {formatMoment(at)} · {text.checks({ count: checks, ms: formatCount(tookMs) })}
      </p>
      {findings.length > 0 && <Findings findings={findings} />}
    </Card>
  )
}

type Finding = LedgerCheck['findings'][number]

function Findings({ findings }: { findings: Finding[] }) {
  const { ledgerChecks: text } = adminText
  const columns: Column<Finding>[] = [
    { header: text.name, place: 'title', cell: ({ name }) => nameFinding(name) },
    { header: adminMoneyText.differences.item, place: 'line', cell: FoundItem },
    { header: text.actual, cell: ({ name, ours }) => describeFound(name, ours) },
    { header: text.expected, cell: ({ name, theirs }) => describeFound(name, theirs) },
    {
      header: text.key,
      cell: ({ name, key, ours, theirs }) => (
        <details className="text-sm wrap-anywhere text-muted">
          <summary>{ledgerFindingsText.details}</summary>
          {[name, key, ours, theirs].filter(Boolean).join(' · ')}
        </details>
      ),
    },
  ]
  return (
    <DataTable
      caption={text.caption}
      columns={columns}
      rows={findings}
      rowKey={({ name, key }) => `${name} ${key}`}
    />
  )
}

function FoundItem({ campaignId, donationId }: Finding) {
  if (donationId !== null) return <ItemLink about="donation" id={donationId} />
  return campaignId !== null && <ItemLink about="campaign" id={campaignId} />
}

/** To the page of a campaign or a donation, whose id says nothing. */
export function ItemLink({ about, id }: { about: 'campaign' | 'donation'; id: string }) {
  return (
    <Link to={itemPaths[about](id)} className="link whitespace-nowrap">
      {auditLogText.items[about]}
    </Link>
  )
}

const itemPaths = { campaign: adminCampaignPath, donation: adminDonationPath }

type DifferencesPage = StaffListPage & { differences: LedgerDifference[]; failing: FailingItem[] }
type DifferencesProps = { page: DifferencesPage; onDone: () => void }

/** Where the ledger and the provider differ. An admin acknowledges what has no fault to repair. */
export function DifferenceList({ page, onDone }: DifferencesProps) {
  return (
    <div className="space-y-8">
      <Differences page={page} onDone={onDone} />
      {page.failing.length > 0 && <FailingItems failing={page.failing} />}
    </div>
  )
}

function Differences({ page, onDone }: DifferencesProps) {
  const { differences: text } = adminMoneyText
  const kindNames: Record<string, string> = { ...text.kinds, failing: text.failingCaption }
  const columns: Column<LedgerDifference>[] = [
    { header: text.kind, cell: (each) => <Kind difference={each} /> },
    { header: text.ours, place: 'line', cell: ({ kind, ours }) => describeSide(kind, ours) },
    { header: text.theirs, cell: ({ kind, theirs }) => describeSide(kind, theirs) },
    { header: text.since, place: 'note', cell: (each) => <ShortMoment iso={each.firstSeenAt} /> },
    { header: text.lastSeen, cell: (each) => <ShortMoment iso={each.lastSeenAt} /> },
  ]
  return (
    <StaffList
      isWide
      isRanked
      page={page}
      rowsOf={({ differences }) => differences}
      hasOther={page.failing.length > 0}
      caption={text.caption}
      columns={columns}
      rowName={nameDifference}
      empty={<EmptyState title={text.none} text={text.noneHint} />}
      kindOf={({ kind }) => kind}
      kindName={(kind) => kindNames[kind] ?? kind}
      read={(query) => browserApi.get('/admin/differences', query)}
      action={{
        header: text.state,
        button: text.acknowledge,
        name: (each) =>
          text.acknowledgeOne({ kind: text.kinds[each.kind], key: nameDifference(each) }),
        reasonTitle: () => text.acknowledge,
        path: '/admin/differences/:id/acknowledge',
        done: text.acknowledged,
        isOffered: ({ state }) => state === 'open',
        instead: ({ reason }) => reason ?? '',
      }}
      onDone={onDone}
    />
  )
}

function Kind({ difference }: { difference: LedgerDifference }) {
  const { differences: text } = adminMoneyText
  const { kind, key, scope, state } = difference
  const names = [nameDifference(difference), nameScope(scope)]
  return (
    <>
      <strong className="block">{text.kinds[kind]}</strong>
      <span className="block text-sm wrap-anywhere text-muted">
        {names.filter(Boolean).join(' · ')}
        {kind === 'payee-differs' && (
          <Link to={adminCampaignPath(key)} className="link">
            {text.campaign}
          </Link>
        )}
      </span>
      {state === 'open' && <Badge tone="warning">{text.open}</Badge>}
    </>
  )
}

function FailingItems({ failing }: Pick<DifferencesPage, 'failing'>) {
  const { differences: text } = adminMoneyText
  const columns: Column<FailingItem>[] = [
    {
      header: text.item,
      cell: (each) => <strong className="wrap-anywhere">{nameFailing(each)}</strong>,
    },
    { header: adminText.reason, place: 'line', cell: ({ reason }) => reason },
    { header: text.attempts, numeric: true, place: 'detail', cell: ({ attempts }) => attempts },
    { header: text.since, cell: ({ since }) => <ShortMoment iso={since} /> },
    { header: text.next, place: 'note', cell: (each) => <ShortMoment iso={each.nextAttemptAt} /> },
  ]
  return (
    <DataTable
      isWide
      caption={text.failingCaption}
      columns={columns}
      rows={failing}
      rowKey={({ kind, key }) => `${kind} ${key}`}
    />
  )
}

type QuarantineProps = { page: Quarantine; onDone: () => void }

/** Payments that do not match their donation. Each decision needs a reason for the audit log. */
export function QuarantineList({ page, onDone }: QuarantineProps) {
  const { quarantine: text } = adminText
  const { others } = page
  return (
    <div className="space-y-8">
      <StaffList
        isWide
        page={page}
        rowsOf={({ quarantine }) => quarantine}
        caption={text.caption}
        columns={paymentColumns()}
        rowName={({ reference }) => reference}
        empty={<EmptyState title={text.none} text={text.noneHint} />}
        kindOf={({ reason }) => reason}
        kindName={toReasonName}
        read={(query) => browserApi.get('/admin/quarantine', query)}
        action={toAction('credit')}
        more={[toAction('refund'), toAction('dismiss')]}
        bulk={[
          {
            path: '/admin/quarantine/dismiss',
            label: text.dismissChosen,
            isOffered: ({ state }) => state === 'open',
          },
        ]}
        onDone={onDone}
      />
      {others.length > 0 && (
        <section className="space-y-3">
          <h2 className="text-lg font-bold">{text.others}</h2>
          <p className="text-muted">{text.othersHint}</p>
          <DataTable
            caption={text.others}
            columns={otherColumns()}
            rows={others}
            rowKey={({ day }) => day}
          />
        </section>
      )}
    </div>
  )
}

/** A payment may differ in several properties. */
function toReasonName(reason: string): string {
  const names: Record<string, string> = adminText.quarantine.reasons
  const [, kind = reason] = /^(.*) \d+$/.exec(reason) ?? []
  return kind
    .split(', ')
    .map((each) => names[each] ?? each)
    .join(', ')
}

const offers: Record<Resolution, (payment: QuarantinedPayment) => boolean> = {
  credit: ({ canCredit }) => canCredit,
  refund: ({ canRefund }) => canRefund,
  dismiss: ({ state }) => state === 'open',
}

function toAction(resolution: Resolution): Action<QuarantinedPayment> {
  const { quarantine: text } = adminText
  return {
    header: text.decision,
    button: text.actions[resolution],
    name: ({ reference }) => text.decide({ action: text.actions[resolution], reference }),
    reasonTitle: () => text.actions[resolution],
    path: `/admin/quarantine/:id/${resolution}`,
    done: text.done[resolution],
    isDangerous: resolution === 'dismiss',
    isOffered: offers[resolution],
  }
}

function paymentColumns(): Column<QuarantinedPayment>[] {
  const { quarantine: text } = adminText
  return [
    { header: text.campaign, place: 'title', cell: ({ campaign }) => campaign ?? text.unknown },
    {
      header: text.amount,
      numeric: true,
      cell: ({ seen }) => (seen.amount === null ? text.nothing : formatNaira(seen.amount)),
    },
    {
      header: text.reason,
      place: 'line',
      cell: ({ reason, state }) => (
        <>
          {toReasonName(reason)}
          {state === 'refunding' && (
            <span className="block font-medium text-warning">{text.refunding}</span>
          )}
        </>
      ),
    },
    { header: text.sinceHeader, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    { header: text.reference, cell: ({ reference }) => reference },
    {
      header: text.expected,
      cell: ({ expected }) => (expected ? describePayment(expected) : text.nothing),
    },
    { header: text.seen, cell: ({ seen }) => describePayment(seen) },
  ]
}

const otherColumns = (): Column<Quarantine['others'][number]>[] => [
  { header: adminText.quarantine.day, cell: ({ day }) => formatDay(day) },
  { header: adminText.quarantine.payments, cell: ({ payments }) => payments },
  { header: adminText.quarantine.amount, cell: ({ amount }) => formatNaira(amount) },
]

type RefundsPage = StaffListPage & { refunds: OpenRefund[] }
type RefundsProps = { page: RefundsPage; cancellations: Cancellation[]; onDone: () => void }

export function RefundList({ page, cancellations, onDone }: RefundsProps) {
  const { refunds: text } = adminText
  return (
    <div className="space-y-10">
      <Link to={paths.disputes} className="link tap">
        {text.disputes}
      </Link>
      <Section id="refunds" title={text.refunds} className="space-y-4">
        <OpenRefundTable page={page} onDone={onDone} />
      </Section>
      {cancellations.length > 0 && (
        <Section id="cancellations" title={text.cancellations} className="space-y-4">
          <Cancellations cancellations={cancellations} />
        </Section>
      )}
    </div>
  )
}

const progressKeys = [
  'refunded',
  'inProgress',
  'waiting',
  'failed',
  'needsAttention',
  'givenUp',
] as const

function Cancellations({ cancellations }: { cancellations: Cancellation[] }) {
  const { refunds: text } = adminText
  const toColumn = (key: (typeof progressKeys)[number]): Column<Cancellation> => ({
    header: text[key],
    numeric: true,
    cell: (cancellation) => formatCount(cancellation[key]),
  })
  const columns: Column<Cancellation>[] = [
    {
      header: text.campaign,
      cell: ({ id, title }) => (
        <Link to={payoutsPath(id)} className="link">
          {title}
        </Link>
      ),
    },
    { header: text.reason, place: 'line', cell: ({ reason }) => reason },
    { header: text.since, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    ...progressKeys.map(toColumn),
  ]
  return (
    <DataTable
      caption={text.cancellationsCaption}
      columns={columns}
      rows={cancellations}
      rowKey={({ id }) => id}
    />
  )
}

type OpenRefundProps = Pick<RefundsProps, 'page' | 'onDone'>

/** Refunds that have not reached the donor. With a reason, one is sent again, agreed to or stopped. */
function OpenRefundTable({ page, onDone }: OpenRefundProps) {
  const { refunds: text } = adminText
  const states: Record<string, string> = text.states
  const columns: Column<OpenRefund>[] = [
    { header: text.since, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    { header: text.amount, numeric: true, cell: ({ amount }) => formatNaira(amount) },
    { header: text.campaign, place: 'title', cell: toCampaign },
    { header: text.state, place: 'line', cell: (refund) => <RefundsState refund={refund} /> },
    {
      header: text.next,
      cell: ({ nextAt }) => (nextAt === null ? text.noNext : <ShortMoment iso={nextAt} />),
    },
    {
      header: text.askedBy,
      cell: ({ requestedBy }) => (requestedBy === null ? text.provider : text.askers[requestedBy]),
    },
    { header: text.reason, cell: ({ reason }) => reason },
  ]
  return (
    <StaffList
      isWide
      isRanked
      page={page}
      rowsOf={({ refunds }) => refunds}
      caption={text.refundsCaption}
      columns={columns}
      rowName={toCampaign}
      empty={<EmptyState title={text.noRefunds} />}
      kindOf={({ state }) => state}
      kindName={(kind) => states[kind] ?? kind}
      read={(query) => browserApi.get('/admin/refunds', query)}
      action={{
        header: text.action,
        button: text.retry,
        ...named(text.retryRefund),
        path: '/admin/refunds/:id/retry',
        done: text.retried,
        isOffered: ({ canRetry }) => canRetry,
      }}
      more={[
        {
          header: text.action,
          button: text.agree,
          ...named(text.agreeToRefund),
          path: '/admin/refunds/:id/agree',
          done: text.agreed,
          isOffered: ({ canAgree }) => canAgree,
        },
        {
          header: text.action,
          button: text.stop,
          ...named(text.stopRefund),
          path: '/admin/refunds/:id/stop',
          done: text.stopped,
          isDangerous: true,
          isOffered: ({ canStop }) => canStop,
        },
      ]}
      onDone={onDone}
    />
  )
}

const toCampaign = ({ campaign }: OpenRefund) => campaign ?? adminText.quarantine.unknown

function named(toName: (refund: { amount: string; campaign: string }) => string) {
  const name = (refund: OpenRefund) =>
    toName({ amount: formatNaira(refund.amount), campaign: toCampaign(refund) })
  return { name, reasonTitle: name }
}

/** The provider's own words for states and problems that we have none for. */
function RefundsState({ refund: { state, problem, attempts } }: { refund: OpenRefund }) {
  const { refunds: text } = adminText
  const states: Record<string, string> = text.states
  const problems: Record<string, string> = text.problems
  return (
    <>
      <strong className="block">{states[state] ?? state}</strong>
      {problem !== null && <span className="block">{problems[problem] ?? problem}</span>}
      {attempts > 1 && (
        <span className="text-sm text-muted">{text.attempts({ count: attempts })}</span>
      )}
    </>
  )
}

type ExposureProps = { exposure: Exposure; onDone: () => void }

/** What Ajo may lose by refunds and disputes after payouts, and the payouts that are held. */
export function ExposurePanel({ exposure, onDone }: ExposureProps) {
  const { exposure: text } = adminMoneyText
  const { total, caps, campaigns, holds, waiting } = exposure
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="space-y-8">
      <Card className="p-5 sm:p-6">
        <p className="text-lg font-bold">{text.total({ amount: formatNaira(total) })}</p>
        <p className="mt-1 text-sm text-muted">
          {text.caps({
            perCampaign: formatNaira(caps.perCampaign),
            perOwner: formatNaira(caps.perOwner),
            inTotal: formatNaira(caps.inTotal),
          })}
        </p>
        <Button variant="quiet" onClick={() => setIsOpen(true)} className="mt-4">
          {text.topUp}
        </Button>
      </Card>
      {isOpen && <EntryDialog {...toTopUp()} onDone={onDone} onClose={() => setIsOpen(false)} />}
      {waiting.length > 0 && <Waiting acts={waiting} />}
      {campaigns.length > 0 && <Campaigns campaigns={campaigns} onDone={onDone} />}
      {holds.length > 0 && <Holds holds={holds} />}
    </div>
  )
}

type CampaignsProps = { campaigns: CampaignExposureItem[]; onDone: () => void }

function Campaigns({ campaigns, onDone }: CampaignsProps) {
  const { exposure: text } = adminMoneyText
  const amounts = ['receivable', 'undeducted', 'open', 'available', 'exposure'] as const
  const columns: Column<CampaignExposureItem>[] = [
    { header: text.campaign, cell: ({ title }) => <strong>{title}</strong> },
    ...amounts.map((name) => ({
      header: text[name],
      numeric: true,
      cell: (campaign: CampaignExposureItem) => formatNaira(campaign[name]),
    })),
  ]
  const [open, setOpen] = useState<Entry>()
  const buttons: Column<CampaignExposureItem> = {
    header: text.action,
    cell: (campaign) =>
      campaign.receivable > 0 &&
      [toWriteOff(campaign), toRepayment(campaign)].map((entry) => (
        <Button
          key={entry.path}
          variant="quiet"
          aria-label={entry.title}
          onClick={() => setOpen(entry)}
        >
          {entry.button}
        </Button>
      )),
  }
  return (
    <>
      <DataTable
        isWide
        caption={text.caption}
        columns={[...columns, buttons]}
        rows={campaigns}
        rowKey={({ campaignId }) => campaignId}
      />
      {open && <EntryDialog {...open} onDone={onDone} onClose={() => setOpen(undefined)} />}
    </>
  )
}

type Entry = {
  title: string
  button: string
  path: StaffAddress
  id?: string
  /** Of a claim that is written off, for which no bank has a document. */
  claim?: Kobo
  done: string
}

function toWriteOff({ campaignId: id, receivable, title: campaign }: CampaignExposureItem): Entry {
  const { writeOff: button, writeOffOne, writtenOff: done } = adminMoneyText.exposure
  const title = writeOffOne({ amount: formatNaira(receivable), campaign })
  return { title, button, path: '/admin/receivables/:id/write-off', id, claim: receivable, done }
}

function toRepayment({ campaignId: id, title: campaign }: CampaignExposureItem): Entry {
  const { repaid: button, repaidOne, repaidDone: done } = adminMoneyText.exposure
  return {
    title: repaidOne({ campaign }),
    button,
    path: '/admin/receivables/:id/repayment',
    id,
    done,
  }
}

function toTopUp(): Entry {
  const { topUp: title, toppedUp: done } = adminMoneyText.exposure
  return { title, button: title, path: '/admin/top-ups', done }
}

type EntryProps = Entry & { onDone: () => void; onClose: () => void }

/** Books an amount with its reason and, for money at a bank account, its document. */
function EntryDialog({ title, button, path, id, claim, done, ...on }: EntryProps) {
  const { exposure: text } = adminMoneyText
  const hasDocument = claim === undefined
  const amount = hasDocument ? '' : formatNaira(claim).slice(1)
  const { field, ...form } = useApiForm({
    schema: 'claimEntrySchema',
    defaultValues: { amount, reason: '', ...(hasDocument && { document: '' }) },
    onSubmit: async (values) => {
      toast(toDone(await browserApi.post(path, values, { id } as { id: string }), done))
      on.onDone()
      on.onClose()
    },
  })
  return (
    <FormDialog
      open
      title={title}
      {...(hasDocument && { text: text.secondHint })}
      form={form}
      submit={button}
      onClose={on.onClose}
    >
      <MoneyField label={text.amount} {...field('amount')} />
      {hasDocument && <Field label={text.document} maxLength={100} {...field('document')} />}
      <TextAreaField
        label={adminText.reason}
        hint={adminText.reasonHint}
        rows={3}
        maxLength={300}
        {...field('reason')}
      />
    </FormDialog>
  )
}

function Waiting({ acts }: { acts: WaitingAct[] }) {
  const { exposure: text } = adminMoneyText
  const names: Record<string, string> = text.actions
  const columns: Column<WaitingAct>[] = [
    { header: text.since, cell: ({ at }) => <ShortMoment iso={at} /> },
    { header: text.action, cell: ({ action }) => names[action] ?? action },
    { header: text.amount, numeric: true, cell: ({ amount }) => formatNaira(amount) },
    { header: text.campaign, cell: ({ campaign }) => campaign },
    { header: adminText.reason, cell: ({ reason }) => reason },
  ]
  return (
    <DataTable
      isWide
      caption={text.waitingCaption}
      columns={columns}
      rows={acts}
      rowKey={({ id }) => id}
    />
  )
}

function Holds({ holds }: { holds: PayoutHold[] }) {
  const { exposure: text } = adminMoneyText
  const columns: Column<PayoutHold>[] = [
    { header: text.campaign, cell: ({ campaign }) => <strong>{campaign}</strong> },
    { header: text.state, place: 'line', cell: (hold) => <HoldState hold={hold} /> },
    { header: text.seen, cell: ({ seen }) => seen ?? text.notSeen },
    {
      header: text.checked,
      place: 'note',
      cell: ({ checkedAt }) => checkedAt && <ShortMoment iso={checkedAt} />,
    },
  ]
  return (
    <DataTable
      isWide
      caption={text.holdsCaption}
      columns={columns}
      rows={holds}
      rowKey={({ campaign, subAccount }) => `${campaign} ${subAccount}`}
    />
  )
}

function HoldState({ hold: { state, reason, inForceSince } }: { hold: PayoutHold }) {
  const { exposure: text } = adminMoneyText
  return (
    <>
      {text.states[state]} {inForceSince && <ShortMoment iso={inForceSince} />}
      {reason && <span className="block text-sm text-muted">{reason}</span>}
    </>
  )
}

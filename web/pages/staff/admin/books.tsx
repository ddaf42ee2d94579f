import { Download } from 'lucide-react'
import { useState } from 'react'

import type { AccountBalance, Books, Posting } from '#shared/books.ts'
import { lagosDay } from '#shared/day.ts'
import { formatNaira, kobo } from '#shared/money.ts'
import { Form } from '#web/router/form.tsx'

import { browserApi } from '../../../api/client.ts'
import { formatDay } from '../../../format/day.ts'
import { adminMoneyText } from '../../../text/admin-money.ts'
import { adminText } from '../../../text/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable, DateInTable } from '../../../ui/data-table.tsx'
import { Field } from '../../../ui/fields.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Pager } from '../../parts/dashboard/screen-header.tsx'
import { StaffReasonDialog } from '../parts/staff-reason-dialog.tsx'

type Props = { books: Books; onDone: () => void }

/** The operator's books of a period, for an accountant. */
export function BooksPanel({ books, onDone }: Props) {
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
      <section aria-labelledby="balance" className="space-y-4">
        <h2 id="balance" className="text-xl font-bold">
          {text.balance}
        </h2>
        <TrialBalance accounts={accounts} />
        <ul className="flex flex-wrap gap-x-6">
          {files.map((name) => (
            <li key={name}>
              <a
                href={`/api/admin/books/${name}.csv?${query}`}
                download
                className="link inline-flex items-center gap-1.5 py-3"
              >
                <Download size={18} aria-hidden="true" />
                {text.files[name]}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="journal" className="space-y-4">
        <h2 id="journal" className="text-xl font-bold">
          {text.journal}
        </h2>
        {postings.length === 0 ? <EmptyState title={text.none} /> : <Journal postings={postings} />}
        <Pager next={next} />
      </section>
    </div>
  )
}

function Lock({ books: { period, lockedUntil }, onDone }: Props) {
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
  const [opening, debit, credit, closing] = [
    sum('opening'),
    sum('debit'),
    sum('credit'),
    sum('closing'),
  ]
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
    { header: text.document, place: 'line', cell: ({ document }) => document },
    { header: text.movedOn, cell: ({ movedOn }) => formatDay(movedOn) },
    { header: text.campaign, cell: ({ campaignId }) => campaignId },
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

function toAccountName(account: string): string {
  const { books: text } = adminMoneyText
  const names: Record<string, string> = text.accounts
  return names[account] ?? text.total
}

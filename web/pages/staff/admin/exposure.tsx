import { useState } from 'react'

import type { CampaignExposureItem, Exposure, PayoutHold, WaitingAct } from '#shared/exposure.ts'
import { formatNaira } from '#shared/money.ts'

import { browserApi } from '../../../api/client.ts'
import { useApiForm } from '../../../forms/api-form.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { adminText } from '../../../text/admin.ts'
import { adminMoneyText } from '../../../text/admin-money.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable, ShortMoment } from '../../../ui/data-table.tsx'
import { Field, TextAreaField } from '../../../ui/fields.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type StaffAddress, toDone } from '../parts/use-staff-action.ts'

type Props = { exposure: Exposure; onDone: () => void }

/** What Ajo may lose by refunds and disputes after payouts, and the payouts that are held. */
export function ExposurePanel({ exposure, onDone }: Props) {
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
  id: string | null
  amount: string
  done: string
  hasDocument: boolean
}

function toWriteOff({ campaignId: id, receivable, title }: CampaignExposureItem): Entry {
  const { writeOff: button, writeOffOne, writtenOff: done } = adminMoneyText.exposure
  const path = '/admin/receivables/:id/write-off'
  const amount = formatNaira(receivable).slice(1)
  return {
    title: writeOffOne({ amount: formatNaira(receivable), campaign: title }),
    button,
    path,
    id,
    amount,
    done,
    hasDocument: false,
  }
}

function toRepayment({ campaignId: id, title }: CampaignExposureItem): Entry {
  const { repaid: button, repaidOne, repaidDone: done } = adminMoneyText.exposure
  const path = '/admin/receivables/:id/repayment'
  return {
    title: repaidOne({ campaign: title }),
    button,
    path,
    id,
    amount: '',
    done,
    hasDocument: true,
  }
}

function toTopUp(): Entry {
  const { topUp: title, toppedUp: done } = adminMoneyText.exposure
  const path = '/admin/top-ups'
  return { title, button: title, path, id: null, amount: '', done, hasDocument: true }
}

type EntryProps = Entry & { onDone: () => void; onClose: () => void }

/** Books an amount with its reason and, for money at a bank account, its document. */
function EntryDialog({ title, button, path, id, amount, done, hasDocument, ...on }: EntryProps) {
  const { exposure: text } = adminMoneyText
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

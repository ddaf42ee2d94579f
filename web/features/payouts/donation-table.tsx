import type { ReactNode } from 'react'

import type { ReceivedGift } from '#shared/campaign-money.ts'
import { formatNaira } from '#shared/money.ts'

import { formatShortMoment } from '../../text/day.ts'
import { moneyText } from '../../text/payouts.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'

type Props = {
  gifts: ReceivedGift[]
  /** How the state of a payment is shown. */
  statusOf: (status: string) => ReactNode
  isOwner: boolean
  /** Undefined for whoever only looks on. */
  onThank: ((gift: ReceivedGift) => void) | undefined
}

/** Who gave how much, what of it is the owner's, and whether that has been paid out. */
export function GiftTable({ gifts, statusOf, isOwner, onThank }: Props) {
  const text = { ...moneyText.gifts, ...(!isOwner && moneyText.others.gifts) }
  const columns: Column<ReceivedGift>[] = [
    { key: 'who', header: text.contributor, cell: (gift) => <Giver gift={gift} /> },
    { key: 'amount', header: text.amount, numeric: true, cell: (gift) => formatNaira(gift.amount) },
    { key: 'net', header: text.net, numeric: true, cell: (gift) => formatNaira(gift.net) },
    { key: 'status', header: text.status, cell: (gift) => statusOf(gift.status) },
    { key: 'settlement', header: text.settlement, cell: settlementOf },
    {
      key: 'date',
      header: text.date,
      cell: ({ createdAt }) => <ShortMoment iso={createdAt} />,
    },
  ]
  if (onThank)
    columns.push({
      key: 'thank',
      header: text.thank,
      cell: (gift) => gift.canThank && <ThankButton gift={gift} onPress={() => onThank(gift)} />,
    })
  return <DataTable caption={text.caption} columns={columns} rows={gifts} rowKey={({ id }) => id} />
}

function Giver({ gift: { contributor, message } }: { gift: ReceivedGift }) {
  return (
    <>
      <EmailAddress address={contributor} />
      {message !== '' && (
        <span className="block text-sm whitespace-pre-line text-muted">{message}</span>
      )}
    </>
  )
}

function settlementOf({ settlement, settledAt }: ReceivedGift): string {
  return settlement === 'paid-out' && settledAt !== null
    ? moneyText.gifts.paidOutOn(formatShortMoment(settledAt))
    : moneyText.settled.states[settlement]
}

function ThankButton({ gift, onPress }: { gift: ReceivedGift; onPress: () => void }) {
  const { gifts: text } = moneyText
  const { amount, createdAt } = gift
  return (
    <Button
      variant="quiet"
      aria-label={text.thankFor(formatNaira(amount), formatShortMoment(createdAt))}
      onClick={onPress}
    >
      {text.thank}
    </Button>
  )
}
